extension Product.SubscriptionInfo.RenewalInfo {
    /// The customer's response to a price increase.
    @frozen
    public enum PriceIncreaseStatus: Equatable, Hashable, Sendable, BitwiseCopyable {
        /// No price increase waits for the customer's consent.
        case noIncreasePending

        /// The customer has not responded.
        case pending

        /// The customer agreed, or was told of a price that needs no consent.
        case agreed
    }
}

extension Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus {
    /// The response in English.
    public var localizedDescription: String {
        switch self {
        case .noIncreasePending: "No Price Increase Pending"
        case .pending: "Price Increase Pending"
        case .agreed: "Price Increase Accepted"
        }
    }
}
