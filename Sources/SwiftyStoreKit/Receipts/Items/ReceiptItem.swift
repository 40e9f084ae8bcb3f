public import Foundation

/// One purchase as a receipt tells of it.
public struct ReceiptItem: Purchased, Codable, Sendable {
    /// The identifier of the product, as it is in App Store Connect.
    public var productId: String
    /// How many were bought in one payment; 1 if the receipt does not say.
    public var quantity: Int
    /// The identifier of this payment, renewal or restore.
    public var transactionId: String
    /// The identifier of the first transaction in the chain of renewals and restores.
    public var originalTransactionId: String
    /// When this payment was made, or when it was restored.
    public var purchaseDate: Date
    /// When the first transaction in the chain was made.
    public var originalPurchaseDate: Date
    /// The identifier of a subscription period across devices.
    public var webOrderLineItemId: String?
    /// When the paid period of a subscription ends.
    public var subscriptionExpirationDate: Date?
    /// When Apple took the purchase back, or a customer service cancelled it.
    public var cancellationDate: Date?
    /// Whether the period was a free trial.
    public var isTrialPeriod: Bool
    /// Whether the period had an introductory price.
    public var isInIntroOfferPeriod: Bool
    /// Whether the subscription was replaced by a better one before its end.
    public var isUpgraded: Bool
    /// The group of the subscription, in answers of the server only.
    public var subscriptionGroupId: String?
    /// How the customer came to own it.
    public var ownership: Ownership?
    /// The identifier of the promotional offer that was used.
    public var promotionalOfferId: String?
    /// The name of the offer code that was redeemed.
    public var offerCodeName: String?
    /// The account that the app named when it was bought.
    public var appAccountToken: UUID?
    /// Why it was cancelled.
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

    // Apps conform the type to Equatable themselves, in their tests, so the library must not.
    func isSame(as other: ReceiptItem) -> Bool {
        productId == other.productId && quantity == other.quantity
            && transactionId == other.transactionId
            && originalTransactionId == other.originalTransactionId
            && purchaseDate == other.purchaseDate
            && originalPurchaseDate == other.originalPurchaseDate
            && webOrderLineItemId == other.webOrderLineItemId
            && subscriptionExpirationDate == other.subscriptionExpirationDate
            && cancellationDate == other.cancellationDate
            && isTrialPeriod == other.isTrialPeriod
            && isInIntroOfferPeriod == other.isInIntroOfferPeriod
            && isUpgraded == other.isUpgraded && hasSameDetails(as: other)
    }

    private func hasSameDetails(as other: ReceiptItem) -> Bool {
        subscriptionGroupId == other.subscriptionGroupId && ownership == other.ownership
            && promotionalOfferId == other.promotionalOfferId
            && offerCodeName == other.offerCodeName
            && appAccountToken == other.appAccountToken
            && cancellationReason == other.cancellationReason
    }
}

extension [ReceiptItem] {
    func areSame(as others: [ReceiptItem]) -> Bool {
        elementsEqual(others) { $0.isSame(as: $1) }
    }
}
