public import Foundation

/// A verified receipt: signed below a trusted root, and in compliance with every rule.
///
/// Only a ``ReceiptVerifier`` makes one. It has the properties of ``ReceiptContent``.
@dynamicMemberLookup
public struct Receipt: Hashable, Sendable {
    /// The content of the receipt.
    public let content: ReceiptContent
    /// The signed receipt that was verified.
    public let signed: SignedReceipt

    init(verified content: ReceiptContent, from signed: SignedReceipt) {
        self.content = content
        self.signed = signed
    }

    /// A property of ``content``.
    public subscript<Value>(dynamicMember property: KeyPath<ReceiptContent, Value>) -> Value {
        content[keyPath: property]
    }
}

extension Receipt {
    /// One purchase in a receipt (attribute 17).
    public struct InAppPurchase: Hashable, Sendable {
        /// The quantity (attribute 1701).
        public var quantity: Int64
        /// The product (attribute 1702).
        public var productIdentifier: String
        /// The identifier of the transaction (attribute 1703); "0" in Xcode's receipts.
        public var transactionIdentifier: String
        /// The date when the product was purchased, renewed or restored (attribute 1704).
        public var purchaseDate: Date
        /// The identifier of the first transaction (attribute 1705); missing in Xcode's receipts.
        public var originalTransactionIdentifier: String?
        /// The date when the product was first purchased (attribute 1706); missing in Xcode's
        /// receipts.
        public var originalPurchaseDate: Date?
        /// The kind of product (attribute 1707).
        public var productKind: ProductKind?
        /// The date when the subscription's period ends (attribute 1708).
        public var expirationDate: Date?
        /// Attribute 1710, a number that Apple does not document; 0 in the sandbox.
        public var undocumented1710: Int64?
        /// The identifier of the subscription's period across devices (attribute 1711); 0 for other
        /// products.
        public var webOrderLineItemIdentifier: Int64?
        /// The date when Apple refunded or revoked the purchase (attribute 1712).
        public var cancellationDate: Date?
        /// Whether the period is a free trial (attribute 1713).
        public var isTrialPeriod: Bool?
        /// Whether the period has an introductory price (attribute 1719).
        public var isInIntroductoryOfferPeriod: Bool?
        /// The reason why Apple refunded or revoked the purchase (attribute 1720).
        public var cancellationReason: Int64?
        /// The promotional offer that was redeemed (attribute 1721).
        public var promotionalOfferIdentifier: String?
        /// Attribute 1722, a number that Apple does not document; 0 so far.
        public var undocumented1722: Int64?
        /// The attributes without a property here, except empty strings.
        public var otherAttributes: [ReceiptAttribute]

        /// Makes a purchase in which nothing else is set.
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

extension Receipt.InAppPurchase {
    /// The kind of a product, as attribute 1707 numbers them.
    public struct ProductKind: RawRepresentable, Hashable, Sendable {
        /// The number in the receipt.
        public let rawValue: Int64

        /// Makes a kind from the number in a receipt.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }

        /// A product that is purchased once.
        public static let nonConsumable = Self(rawValue: 0)
        /// A product that is used up and can be purchased again.
        public static let consumable = Self(rawValue: 1)
        /// A subscription that ends without renewal.
        public static let nonRenewing = Self(rawValue: 2)
        /// A subscription that renews until it is cancelled.
        public static let autoRenewable = Self(rawValue: 3)
    }
}
