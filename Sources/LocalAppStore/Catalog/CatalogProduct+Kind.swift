extension CatalogProduct {
    /// The four types of in-app purchase.
    public enum Kind: String, Sendable, CaseIterable {
        /// Used up, and bought as often as wanted.
        case consumable

        /// Bought once and owned for good.
        case nonConsumable

        /// Bought for a time that the app, not the store, keeps.
        case nonRenewingSubscription

        /// Bought for a period, and again at the end of each until the customer stops it.
        case autoRenewableSubscription
    }
}
