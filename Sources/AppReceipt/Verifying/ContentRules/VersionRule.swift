/// The receipt is of one version of the app, compared octet for octet.
public struct VersionRule: ReceiptRule {
    /// The version that is asked for: `CFBundleVersion`, on macOS `CFBundleShortVersionString`.
    public let version: String

    /// Asks for one version.
    public init(_ version: String) {
        self.version = version
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .version }

    /// Objects to any other version.
    public func objection(to content: ReceiptContent) -> String? {
        content.appVersion.utf8.elementsEqual(version.utf8)
            ? nil : "the receipt is of version \(content.appVersion)"
    }
}

extension ReceiptRule where Self == VersionRule {
    /// The receipt is of this version of the app.
    public static func version(_ version: String) -> Self { Self(version) }
}
