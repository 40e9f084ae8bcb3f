extension Transaction {
    /// The occasion of a transaction.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed transactions have for the occasion.
        public let rawValue: String

        /// Makes the occasion of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer made a purchase.
        public static let purchase = Reason(rawValue: "PURCHASE")

        /// The App Store renewed a subscription.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }
}
