extension SubscriptionRenewal {
    /// Why a subscription ended.
    public enum ExpirationIntent: Int, Sendable, CaseIterable {
        /// The customer cancelled it.
        case cancelled = 1
        /// The price could not be collected.
        case billingError = 2
        /// The customer did not agree to a higher price.
        case priceIncreaseDeclined = 3
        /// The product was not for sale when it should have been renewed.
        case productUnavailable = 4
        /// Another reason, or one that Apple does not document.
        case unknown = 5

        init(code: Int) {
            self = ExpirationIntent(rawValue: code) ?? .unknown
        }
    }
}
