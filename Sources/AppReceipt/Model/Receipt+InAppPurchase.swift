public import Foundation

extension Receipt {
    /// One purchase inside a receipt (attribute 17).
    public struct InAppPurchase: Hashable, Sendable {
        /// How many were bought (attribute 1701).
        public var quantity: Int64
        /// What was bought (attribute 1702).
        public var productIdentifier: String
        /// The transaction's identifier (attribute 1703); "0" in Xcode's receipts.
        public var transactionIdentifier: String
        /// When this was bought, renewed or restored (attribute 1704).
        public var purchaseDate: Date
        /// The identifier of the first transaction (attribute 1705); missing in Xcode's receipts.
        public var originalTransactionIdentifier: String?
        /// When it was first bought (attribute 1706); missing in Xcode's receipts.
        public var originalPurchaseDate: Date?
        /// The kind of product (attribute 1707).
        public var productKind: ProductKind?
        /// When the subscription's period ends (attribute 1708).
        public var expirationDate: Date?
        /// Attribute 1710, a number whose meaning Apple never told; 0 in the sandbox.
        public var undocumented1710: Int64?
        /// The identifier of the subscription's period across devices (attribute 1711); 0 for what
        /// does not renew.
        public var webOrderLineItemIdentifier: Int64?
        /// When Apple took the purchase back (attribute 1712).
        public var cancellationDate: Date?
        /// Whether the period is a free trial (attribute 1713).
        public var isTrialPeriod: Bool?
        /// Whether the period has an introductory price (attribute 1719).
        public var isInIntroductoryOfferPeriod: Bool?
        /// Why Apple took the purchase back (attribute 1720).
        public var cancellationReason: Int64?
        /// The promotional offer that was redeemed (attribute 1721).
        public var promotionalOfferIdentifier: String?
        /// Attribute 1722, a number whose meaning Apple never told; 0 so far.
        public var undocumented1722: Int64?
        /// The attributes that have no property here, except those that are an empty text.
        public var otherAttributes: [ReceiptAttribute]

        /// Makes a purchase of one product, with everything else unset.
        public init(
            productIdentifier: String,
            transactionIdentifier: String,
            purchaseDate: Date,
            quantity: Int64 = 1
        ) {
            self.productIdentifier = productIdentifier
            self.transactionIdentifier = transactionIdentifier
            self.purchaseDate = purchaseDate
            self.quantity = quantity
            otherAttributes = []
        }
    }
}
