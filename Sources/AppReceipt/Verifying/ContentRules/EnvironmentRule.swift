/// The receipt is of an environment that the caller chose.
public struct EnvironmentRule: ReceiptRule {
    /// The environments that are good.
    public let environments: Set<ReceiptEnvironment>

    /// Asks for one of these environments.
    public init(_ environments: Set<ReceiptEnvironment>) {
        self.environments = environments
    }

    /// The name of this rule.
    public var name: ReceiptVerdict.Rule { .environment }

    /// Objects to other environments, and to a type that is missing or not known.
    public func objection(to content: ReceiptContent) -> String? {
        if let environment = content.type?.environment, environments.contains(environment) {
            return nil
        }
        guard let type = content.type else { return "the receipt does not say its type" }
        return "the receipt is of the type \(type.rawValue)"
    }
}

extension ReceiptRule where Self == EnvironmentRule {
    /// The receipt is of one of these environments.
    public static func environment(_ environments: ReceiptEnvironment...) -> Self {
        Self(Set(environments))
    }
}
