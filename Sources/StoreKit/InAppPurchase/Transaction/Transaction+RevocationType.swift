extension Transaction {
    /// The kind of a refund or revocation.
    public struct RevocationType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed transactions have for the way.
        public let rawValue: String

        /// Makes the way of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The family no longer shares the product.
        public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")

        /// The whole price was refunded.
        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")

        /// The price of the remaining time was refunded.
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")

        /// An organization took the product from the customer.
        public static var assignmentRevocation: RevocationType {
            RevocationType(rawValue: "ASSIGNMENT_REVOKE")
        }
    }
}
