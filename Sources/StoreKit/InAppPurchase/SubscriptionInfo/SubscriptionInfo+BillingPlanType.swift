extension Product.SubscriptionInfo {
    /// The time between two payments.
    public typealias BillingPeriod = SubscriptionPeriod

    /// The way in which a subscription is billed.
    public struct BillingPlanType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed transactions have for the way.
        public let rawValue: String

        /// Makes the way of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A payment each month of a commitment.
        public static let monthly = BillingPlanType(rawValue: "MONTHLY")

        /// One payment at the beginning of the period.
        public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    }
}
