public import Foundation

/// The renewal that is due for an auto-renewable subscription.
public struct SubscriptionRenewal: Equatable, Sendable {
    /// The reason why a subscription ended.
    public enum ExpirationIntent: Int, Sendable, CaseIterable {
        /// The customer cancelled it.
        case cancelled = 1
        /// The price could not be collected.
        case billingError = 2
        /// The customer did not agree to a higher price.
        case priceIncreaseDeclined = 3
        /// The product was not for sale when it should have been renewed.
        case productUnavailable = 4
        /// Another reason, or one that Apple does not document.
        case unknown = 5
    }

    /// The response of a customer to a higher price.
    public enum PriceConsent: Sendable, CaseIterable {
        /// None yet; without one the subscription ends.
        case pending
        /// The customer agreed, or need not agree.
        case agreed

        init?(_ fields: ReceiptFields) {
            let status =
                fields.integer("price_consent_status") ?? fields.integer("price_increase_status")
            guard let status else { return nil }
            self = status == 1 ? .agreed : .pending
        }
    }

    /// The product the customer has, or had last.
    public var productId: String
    /// The product that the next period will be of.
    public var renewalProductId: String
    /// The identifier that connects the periods of the subscription.
    public var originalTransactionId: String?
    /// Whether the customer has auto-renew turned on.
    public var willRenew: Bool
    /// The reason why it ended, if it did.
    public var expirationIntent: ExpirationIntent?
    /// Whether Apple still tries to collect the price of a period that has begun.
    public var isInBillingRetry: Bool
    /// Until when the app should serve the customer although the price was not collected.
    public var gracePeriodExpiryDate: Date?
    /// The customer's response to a higher price; nil if none was requested.
    public var priceConsent: PriceConsent?
    /// The identifier of the promotional offer of the next period.
    public var promotionalOfferId: String?
    /// The name of the offer code of the next period.
    public var offerCodeName: String?

    /// Creates a renewal, for example in a test.
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

    /// Decodes one element of `pending_renewal_info`; nil if it names no product.
    public init?(receiptInfo: ReceiptInfo) {
        self.init(.swift(receiptInfo))
    }

    init?(_ fields: ReceiptFields) {
        let renewalID = fields.string("auto_renew_product_id")
        guard let productID = fields.string("product_id") ?? renewalID else { return nil }
        self.init(
            productId: productID,
            renewalProductId: renewalID,
            originalTransactionId: fields.string("original_transaction_id"),
            willRenew: fields.flag("auto_renew_status"),
            expirationIntent: fields.integer("expiration_intent").map {
                ExpirationIntent(rawValue: $0) ?? .unknown
            },
            isInBillingRetry: fields.flag("is_in_billing_retry_period"),
            gracePeriodExpiryDate: fields.date("grace_period_expires_date"),
            priceConsent: PriceConsent(fields),
            promotionalOfferId: fields.string("promotional_offer_id"),
            offerCodeName: fields.string("offer_code_ref_name")
        )
    }
}
