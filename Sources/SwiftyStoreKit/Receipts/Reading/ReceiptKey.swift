import Foundation

/// A key of a receipt's objects.
struct ReceiptKey: Sendable {
    let text: String
    // Unsafe only in name: a text of Foundation does not change.
    /// The same for Foundation's dictionaries, which would make one for every look-up.
    nonisolated(unsafe) let object: NSString

    init(_ text: String) {
        self.text = text
        object = NSString(string: text)
    }

    static let receipt = ReceiptKey("receipt")
    static let inApp = ReceiptKey("in_app")
    static let latestInfo = ReceiptKey("latest_receipt_info")
    static let latestExpiredInfo = ReceiptKey("latest_expired_receipt_info")
    static let pendingRenewalInfo = ReceiptKey("pending_renewal_info")

    static let productId = ReceiptKey("product_id")
    static let quantity = ReceiptKey("quantity")
    static let transactionId = ReceiptKey("transaction_id")
    static let originalTransactionId = ReceiptKey("original_transaction_id")
    static let webOrderLineItemId = ReceiptKey("web_order_line_item_id")
    static let isTrialPeriod = ReceiptKey("is_trial_period")
    static let isInIntroOfferPeriod = ReceiptKey("is_in_intro_offer_period")
    static let isUpgraded = ReceiptKey("is_upgraded")
    static let subscriptionGroupId = ReceiptKey("subscription_group_identifier")
    static let ownership = ReceiptKey("in_app_ownership_type")
    static let promotionalOfferId = ReceiptKey("promotional_offer_id")
    static let offerCodeName = ReceiptKey("offer_code_ref_name")
    static let appAccountToken = ReceiptKey("app_account_token")
    static let cancellationReason = ReceiptKey("cancellation_reason")

    static let autoRenewProductId = ReceiptKey("auto_renew_product_id")
    static let autoRenewStatus = ReceiptKey("auto_renew_status")
    static let expirationIntent = ReceiptKey("expiration_intent")
    static let isInBillingRetry = ReceiptKey("is_in_billing_retry_period")
    static let priceConsent = ReceiptKey("price_consent_status")
    static let priceIncrease = ReceiptKey("price_increase_status")

    static let environment = ReceiptKey("environment")
    static let receiptType = ReceiptKey("receipt_type")
    static let bundleId = ReceiptKey("bundle_id")
    static let oldBundleId = ReceiptKey("bid")
    static let applicationVersion = ReceiptKey("application_version")
    static let oldApplicationVersion = ReceiptKey("bvrs")
    static let originalApplicationVersion = ReceiptKey("original_application_version")
}
