public import Foundation

extension Product.SubscriptionInfo {
    /// A subscription that is part of a bundle.
    public struct BundledSubscription: Equatable, Hashable, Sendable {
        /// The identifier of the product.
        public let id: Product.ID

        /// The name of the product.
        public let displayName: String

        /// The description of the product.
        public let description: String

        /// The price outside of the bundle.
        public let price: Decimal

        /// The price as a string.
        public let displayPrice: String

        /// Whether the customer can share the product with their family.
        public let isFamilyShareable: Bool

        /// The group of the subscription.
        public let subscriptionGroupID: String

        /// The level of service within the group; 1 is the highest.
        public let subscriptionGroupLevel: Int

        /// The name of the group.
        public let subscriptionGroupDisplayName: String
    }
}
