public import Foundation

extension Transaction {
    /// The data of the Advanced Commerce API about a transaction.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// The identifier of the developer's request.
        public let requestReferenceID: String

        /// The tax that the App Store estimates, in the currency of the transaction.
        public let estimatedTax: Decimal

        /// The part of the price that is tax: 0.19 is 19 percent.
        public let taxRate: Decimal

        /// The code of the tax category.
        public let taxCode: String

        /// The price without tax.
        public let taxExclusivePrice: Decimal

        /// The description of the subscription; nil for a purchase that does not renew.
        public let description: String?

        /// The name of the subscription; nil for a purchase that does not renew.
        public let displayName: String?

        /// The time between renewals; nil for a purchase that does not renew.
        public let period: SubscriptionPeriod?

        /// The parts of the purchase.
        public let items: [Item]
    }
}

extension Transaction.AdvancedCommerceInfo {
    /// A part of a purchase.
    public struct Item: Equatable, Hashable, Sendable {
        /// The details of the item.
        public let details: Details

        /// The refunds of this part; nil without any.
        public let refunds: [Refund]?

        /// The date when the part was revoked; nil if it was not.
        public let revocationDate: Date?
    }

    /// A business that takes part in a sale.
    public struct Partner: Equatable, Hashable, Sendable {
        /// The identifier of the partner.
        public let id: String

        /// The name of the partner.
        public let name: String?
    }
}

extension Transaction.AdvancedCommerceInfo.Item {
    /// An item of the purchase.
    public struct Details: Equatable, Hashable, Sendable {
        /// The developer's identifier.
        public let sku: String

        /// The name.
        public let displayName: String

        /// The description.
        public let description: String

        /// The offer; nil at the normal price.
        public let offer: Transaction.AdvancedCommerceInfo.Offer?

        /// The price.
        public let price: Decimal

        /// The partners in the sale; empty without any.
        public let partners: [Transaction.AdvancedCommerceInfo.Partner]
    }
}
