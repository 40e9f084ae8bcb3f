extension Product {
    /// The kind of a product.
    public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed transactions have for the kind.
        public let rawValue: String

        /// Makes the kind of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A product that is used up and can be purchased again.
        public static let consumable = ProductType(rawValue: "Consumable")

        /// A product that is purchased once and kept.
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")

        /// A subscription for a time that the app measures, and that does not renew.
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")

        /// A subscription that renews until the customer cancels it.
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")

        /// Several subscriptions that are sold as one.
        ///
        /// Its raw value is this module's choice.
        public static let subscriptionBundle = ProductType(rawValue: "Subscription Bundle")

        /// A suite of subscriptions.
        ///
        /// Its raw value is this module's choice.
        public static let subscriptionSuite = ProductType(rawValue: "Subscription Suite")
    }
}

extension Product.ProductType {
    /// The kind in English; for an unknown one its raw value.
    public var localizedDescription: String { rawValue }
}
