public import Foundation

/// What comes after the period of an auto-renewable subscription that was paid last.
public struct SubscriptionRenewal: Equatable, Sendable {
    /// The product the customer has, or had last.
    public var productId: String
    /// The product that the next period will be of.
    public var renewalProductId: String
    /// The identifier that connects the periods of the subscription.
    public var originalTransactionId: String?
    /// Whether the customer lets it renew.
    public var willRenew: Bool
    /// Why it ended, if it did.
    public var expirationIntent: ExpirationIntent?
    /// Whether Apple still tries to collect the price of a period that has begun.
    public var isInBillingRetry: Bool
    /// Until when the app should serve the customer although the price was not collected.
    public var gracePeriodExpiryDate: Date?
    /// What the customer said to a higher price; nil if the customer was not asked.
    public var priceConsent: PriceConsent?
    /// The identifier of the promotional offer of the next period.
    public var promotionalOfferId: String?
    /// The name of the offer code of the next period.
    public var offerCodeName: String?

    /// Creates the state of a renewal, for example in a test.
    public init(
        productId: String,
        renewalProductId: String? = nil,
        originalTransactionId: String? = nil,
        willRenew: Bool,
        expirationIntent: ExpirationIntent? = nil,
        isInBillingRetry: Bool = false,
        gracePeriodExpiryDate: Date? = nil,
        priceConsent: PriceConsent? = nil,
        promotionalOfferId: String? = nil,
        offerCodeName: String? = nil
    ) {
        self.productId = productId
        self.renewalProductId = renewalProductId ?? productId
        self.originalTransactionId = originalTransactionId
        self.willRenew = willRenew
        self.expirationIntent = expirationIntent
        self.isInBillingRetry = isInBillingRetry
        self.gracePeriodExpiryDate = gracePeriodExpiryDate
        self.priceConsent = priceConsent
        self.promotionalOfferId = promotionalOfferId
        self.offerCodeName = offerCodeName
    }
}

extension SubscriptionRenewal {
    /// Reads one element of `pending_renewal_info`; nil if it names no product.
    public init?(receiptInfo: ReceiptInfo) {
        self.init(.objects(receiptInfo))
    }

    init?(_ fields: ReceiptFields) {
        let renewalId = fields.string(.autoRenewProductId)
        guard let productId = fields.string(.productId) ?? renewalId else { return nil }
        self.init(
            productId: productId,
            renewalProductId: renewalId,
            originalTransactionId: fields.string(.originalTransactionId),
            willRenew: fields.flag(.autoRenewStatus),
            expirationIntent: fields.integer(.expirationIntent).map(ExpirationIntent.init(code:)),
            isInBillingRetry: fields.flag(.isInBillingRetry),
            gracePeriodExpiryDate: fields.date(.gracePeriod),
            priceConsent: PriceConsent(fields),
            promotionalOfferId: fields.string(.promotionalOfferId),
            offerCodeName: fields.string(.offerCodeName)
        )
    }
}
