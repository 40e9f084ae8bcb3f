extension Product.SubscriptionInfo.RenewalInfo {
    /// The reason why a subscription ended.
    public struct ExpirationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number of the reason.
        public let rawValue: Int

        /// Makes the reason of a number, also of an unknown one.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The customer cancelled the subscription.
        public static let autoRenewDisabled = ExpirationReason(rawValue: 1)

        /// The payment could not be collected.
        public static let billingError = ExpirationReason(rawValue: 2)

        /// The customer did not agree to a higher price.
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)

        /// The product was not for sale at the renewal.
        public static let productUnavailable = ExpirationReason(rawValue: 4)

        /// The reason is not known.
        public static let unknown = ExpirationReason(rawValue: 5)

        /// The subscription left its bundle.
        public static var unbundled: ExpirationReason { ExpirationReason(rawValue: 6) }
    }
}

extension Product.SubscriptionInfo.RenewalInfo.ExpirationReason {
    /// The reason in English; for an unknown one its raw value.
    public var localizedDescription: String {
        switch self {
        case .autoRenewDisabled: "Automatic Renewal Disabled"
        case .billingError: "Billing Error"
        case .didNotConsentToPriceIncrease: "Price Increase Not Accepted"
        case .productUnavailable: "Product Unavailable"
        case .unknown: "Unknown"
        case .unbundled: "Left Bundle"
        default: "\(rawValue)"
        }
    }
}
