extension Transaction {
    /// The reason why a purchase was refunded or revoked.
    public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number of the reason.
        public let rawValue: Int

        /// Makes the reason of a number, also of an unknown one.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A problem with the app, by the account of the customer.
        public static let developerIssue = RevocationReason(rawValue: 1)

        /// There was another reason, such as an accidental purchase.
        public static let other = RevocationReason(rawValue: 0)

        /// The customer changed to a bundle.
        public static var upgradedToBundle: RevocationReason { RevocationReason(rawValue: 2) }
    }
}

extension Transaction.RevocationReason {
    /// The reason in English; for an unknown one its raw value.
    public var localizedDescription: String {
        switch self {
        case .developerIssue: "Problem With App"
        case .other: "Other"
        case .upgradedToBundle: "Upgraded to Bundle"
        default: "\(rawValue)"
        }
    }
}
