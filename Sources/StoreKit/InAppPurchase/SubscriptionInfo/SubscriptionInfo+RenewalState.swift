extension Product.SubscriptionInfo {
    /// The state of a subscription.
    public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number of the state.
        public let rawValue: Int

        /// Makes the state of a number, also of an unknown one.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The customer is subscribed.
        public static let subscribed = RenewalState(rawValue: 1)

        /// The subscription has ended.
        public static let expired = RenewalState(rawValue: 2)

        /// The App Store tries to collect the payment, and the customer has no service meanwhile.
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)

        /// The App Store tries to collect the payment, and the customer has the service meanwhile.
        public static let inGracePeriod = RenewalState(rawValue: 4)

        /// The App Store took the subscription back.
        public static let revoked = RenewalState(rawValue: 5)
    }
}

extension Product.SubscriptionInfo.RenewalState {
    /// The state in English; for an unknown one its raw value.
    public var localizedDescription: String {
        switch self {
        case .subscribed: "Subscribed"
        case .expired: "Expired"
        case .inBillingRetryPeriod: "In Billing Retry Period"
        case .inGracePeriod: "In Grace Period"
        case .revoked: "Revoked"
        default: "\(rawValue)"
        }
    }
}
