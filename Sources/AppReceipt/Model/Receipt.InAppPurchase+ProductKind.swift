extension Receipt.InAppPurchase {
    /// The kind of product that was bought, as attribute 1707 numbers them.
    public struct ProductKind: RawRepresentable, Hashable, Sendable {
        /// The number as it stands in the receipt.
        public let rawValue: Int64

        /// Takes the number as it stands in a receipt.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }

        /// Bought once and kept.
        public static let nonConsumable = ProductKind(rawValue: 0)
        /// Bought to be used up.
        public static let consumable = ProductKind(rawValue: 1)
        /// A subscription that ends by itself.
        public static let nonRenewing = ProductKind(rawValue: 2)
        /// A subscription that renews until it is cancelled.
        public static let autoRenewable = ProductKind(rawValue: 3)
    }
}
