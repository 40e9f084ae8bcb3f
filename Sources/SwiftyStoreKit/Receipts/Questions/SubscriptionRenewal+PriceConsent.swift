extension SubscriptionRenewal {
    /// What a customer who was told of a higher price said.
    public enum PriceConsent: Sendable, CaseIterable {
        /// Nothing yet; without an answer the subscription ends.
        case pending
        /// The customer agreed, or need not agree.
        case agreed

        init?(_ fields: ReceiptFields) {
            guard let said = fields.integer(.priceConsent) ?? fields.integer(.priceIncrease) else {
                return nil
            }
            self = said == 1 ? .agreed : .pending
        }
    }
}
