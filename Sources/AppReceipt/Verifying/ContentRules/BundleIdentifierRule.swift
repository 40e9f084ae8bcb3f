/// The receipt is of one app, compared octet for octet.
public struct BundleIdentifierRule: ReceiptRule {
    /// The identifier that is asked for; write it into the code, for an `Info.plist` can be
    /// changed.
    public let bundleIdentifier: String

    /// Asks for one bundle identifier.
    public init(_ bundleIdentifier: String) {
        self.bundleIdentifier = bundleIdentifier
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .bundleIdentifier }

    /// Objects to any other identifier, also to one that Unicode holds for equal.
    public func objection(to content: ReceiptContent) -> String? {
        content.bundleIdentifier.utf8.elementsEqual(bundleIdentifier.utf8)
            ? nil : "the receipt is of the app \(content.bundleIdentifier)"
    }
}

extension ReceiptRule where Self == BundleIdentifierRule {
    /// The receipt is of the app with this bundle identifier.
    public static func bundleIdentifier(_ bundleIdentifier: String) -> Self {
        Self(bundleIdentifier)
    }
}
