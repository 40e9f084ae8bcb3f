public import Foundation

/// One purchase of a receipt.
public struct ReceiptItem: Purchased, Codable, Sendable {
    /// The relationship of a customer to a purchase.
    public enum Ownership: String, Codable, Sendable, CaseIterable {
        /// The customer bought it.
        case purchased = "PURCHASED"
        /// A member of the customer's family bought it.
        case familyShared = "FAMILY_SHARED"
    }

    /// The reason why a purchase was refunded or revoked.
    public enum CancellationReason: Int, Codable, Sendable, CaseIterable {
        /// Another reason than trouble with the app, for example a purchase by mistake.
        case other = 0
        /// Trouble with the app, real or felt.
        case appIssue = 1
    }

    /// The identifier of the product, as it is in App Store Connect.
    public var productId: String
    /// The number of units bought in one payment; 1 if the receipt has no number.
    public var quantity: Int
    /// The identifier of this payment, renewal or restore.
    public var transactionId: String
    /// The identifier of the first transaction in the chain of renewals and restores.
    public var originalTransactionId: String
    /// The date of this payment, or of its restoration.
    public var purchaseDate: Date
    /// The date of the first transaction in the chain.
    public var originalPurchaseDate: Date
    /// The identifier of a subscription period across devices.
    public var webOrderLineItemId: String?
    /// The date when the paid period of a subscription ends.
    public var subscriptionExpirationDate: Date?
    /// The date when Apple refunded or revoked the purchase.
    public var cancellationDate: Date?
    /// Whether the period was a free trial.
    public var isTrialPeriod: Bool
    /// Whether the period had an introductory price.
    public var isInIntroOfferPeriod: Bool
    /// Whether an upgrade replaced the subscription before its end.
    public var isUpgraded: Bool
    /// The group of the subscription, in responses of the server only.
    public var subscriptionGroupId: String?
    /// The customer's relationship to the purchase.
    public var ownership: Ownership?
    /// The identifier of the promotional offer that was used.
    public var promotionalOfferId: String?
    /// The name of the offer code that was redeemed.
    public var offerCodeName: String?
    /// The account that the app named when it was bought.
    public var appAccountToken: UUID?
    /// The reason why it was refunded or revoked.
    public var cancellationReason: CancellationReason?

    /// Creates an item, for example in a test.
    public init(
        productId: String,
        quantity: Int,
        transactionId: String,
        originalTransactionId: String,
        purchaseDate: Date,
        originalPurchaseDate: Date,
        webOrderLineItemId: String?,
        subscriptionExpirationDate: Date?,
        cancellationDate: Date?,
        isTrialPeriod: Bool,
        isInIntroOfferPeriod: Bool,
        isUpgraded: Bool
    ) {
        self.productId = productId
        self.quantity = quantity
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.webOrderLineItemId = webOrderLineItemId
        self.subscriptionExpirationDate = subscriptionExpirationDate
        self.cancellationDate = cancellationDate
        self.isTrialPeriod = isTrialPeriod
        self.isInIntroOfferPeriod = isInIntroOfferPeriod
        self.isUpgraded = isUpgraded
    }
}

extension ReceiptItem {
    /// Decodes one element of `in_app` or `latest_receipt_info`.
    ///
    /// Numbers, strings and Boolean values are decoded in any spelling, and null counts as missing.
    /// Nil without a `product_id`, without a transaction's identifier or without a purchase date;
    /// nothing else is required.
    public init?(receiptInfo: ReceiptInfo) {
        self.init(.swift(receiptInfo))
    }

    init?(_ fields: ReceiptFields) {
        let originalTransactionID = fields.string("original_transaction_id")
        let originalPurchaseDate = fields.date("original_purchase_date")
        guard let productID = fields.string("product_id"),
            let transactionID = fields.string("transaction_id") ?? originalTransactionID,
            let purchaseDate = fields.date("purchase_date") ?? originalPurchaseDate
        else { return nil }
        productId = productID
        quantity = fields.integer("quantity") ?? 1
        transactionId = transactionID
        originalTransactionId = originalTransactionID ?? transactionID
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
        webOrderLineItemId = fields.string("web_order_line_item_id")
        subscriptionExpirationDate = fields.date("expires_date")
        cancellationDate = fields.date("cancellation_date")
        isTrialPeriod = fields.flag("is_trial_period")
        isInIntroOfferPeriod = fields.flag("is_in_intro_offer_period")
        isUpgraded = fields.flag("is_upgraded")
        subscriptionGroupId = fields.string("subscription_group_identifier")
        ownership = fields.string("in_app_ownership_type").flatMap(Ownership.init)
        promotionalOfferId = fields.string("promotional_offer_id")
        offerCodeName = fields.string("offer_code_ref_name")
        appAccountToken = fields.string("app_account_token").flatMap(UUID.init)
        guard cancellationDate != nil else { return }
        cancellationReason = fields.integer("cancellation_reason").flatMap(CancellationReason.init)
    }

    /// Whether the purchase was refunded or revoked, even on a date that cannot be decoded.
    static func isCancelled(_ fields: ReceiptFields) -> Bool {
        fields.hasContent("cancellation_date_ms") || fields.hasContent("cancellation_date")
    }
}

extension ReceiptItem {
    /// Decodes an item with the names of its properties as keys.
    ///
    /// Values that an older release encoded can be decoded: `isUpgraded` and later members may be
    /// missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try values.decode(Value.self, forKey: key)
        }
        func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        productId = try value(.productId)
        quantity = try value(.quantity)
        transactionId = try value(.transactionId)
        originalTransactionId = try value(.originalTransactionId)
        purchaseDate = try value(.purchaseDate)
        originalPurchaseDate = try value(.originalPurchaseDate)
        webOrderLineItemId = try optional(.webOrderLineItemId)
        subscriptionExpirationDate = try optional(.subscriptionExpirationDate)
        cancellationDate = try optional(.cancellationDate)
        isTrialPeriod = try value(.isTrialPeriod)
        isInIntroOfferPeriod = try value(.isInIntroOfferPeriod)
        isUpgraded = try optional(.isUpgraded) ?? false
        subscriptionGroupId = try optional(.subscriptionGroupId)
        ownership = try optional(.ownership)
        promotionalOfferId = try optional(.promotionalOfferId)
        offerCodeName = try optional(.offerCodeName)
        appAccountToken = try optional(.appAccountToken)
        cancellationReason = try optional(.cancellationReason)
    }

    // Apps conform the type to Equatable themselves, in their tests, so the library must not.
    func isSame(as other: ReceiptItem) -> Bool { values == other.values }

    private var values: [AnyHashable?] {
        [
            productId, quantity, transactionId, originalTransactionId, purchaseDate,
            originalPurchaseDate, webOrderLineItemId, subscriptionExpirationDate, cancellationDate,
            isTrialPeriod, isInIntroOfferPeriod, isUpgraded, subscriptionGroupId, ownership,
            promotionalOfferId, offerCodeName, appAccountToken, cancellationReason,
        ]
    }
}
