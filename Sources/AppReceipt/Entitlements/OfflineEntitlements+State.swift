extension OfflineEntitlements.Entitlement {
    /// The state of a purchase.
    ///
    /// A document can contain any string; the known ones are constants here.
    public struct State: RawRepresentable, Hashable, Sendable {
        /// The string in a document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The purchase is paid.
        public static let active = State(rawValue: "active")
        /// The renewal was not paid, and the customer keeps the use for a while.
        public static let gracePeriod = State(rawValue: "gracePeriod")
        /// The renewal was not paid, and the App Store tries again to collect the money.
        public static let billingRetry = State(rawValue: "billingRetry")
    }
}
