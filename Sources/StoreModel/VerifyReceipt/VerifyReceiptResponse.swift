package import AppReceipt
package import Foundation

/// The response of verifyReceipt about an accepted receipt, with its members in Apple's order.
package struct VerifyReceiptResponse {
    package let service: VerifyReceiptService
    package let receipt: Receipt
    /// The app's present receipt, which may be newer than the one in the request.
    package let latestReceipt: SignedReceipt?
    /// The purchases of the present receipt, oldest first, without finished consumables.
    package let entries: [LedgerEntry]
    /// The customer's subscriptions, by their first transactions.
    package let subscriptions: [CustomerSubscription]
    package let excludesOldTransactions: Bool
    package let date: Date

    package init(
        service: VerifyReceiptService,
        receipt: Receipt,
        latestReceipt: SignedReceipt?,
        entries: [LedgerEntry],
        subscriptions: [CustomerSubscription],
        excludesOldTransactions: Bool,
        date: Date
    ) {
        self.service = service
        self.receipt = receipt
        self.latestReceipt = latestReceipt
        self.entries = entries
        self.subscriptions = subscriptions
        self.excludesOldTransactions = excludesOldTransactions
        self.date = date
    }

    package var object: ResponseObject {
        var object = ResponseObject()
        object.add("status", VerifyReceiptStatus.valid.rawValue)
        object.add("environment", service.environment)
        object.add("receipt", receipt.content.responseObject(requestDate: date))
        guard entries.contains(where: \.isSubscription) else { return object }
        object.add("latest_receipt_info", listed.reversed().map(\.responseObject))
        object.add("latest_receipt", latestReceipt?.base64Encoded)
        object.add("pending_renewal_info", subscriptions.map(renewalObject))
        return object
    }

    private var listed: [LedgerEntry] {
        guard excludesOldTransactions else { return entries }
        let newest = Set(subscriptions.map(\.entryID))
        return entries.filter { !$0.isSubscription || newest.contains($0.periodID) }
    }

    /// The entry in `pending_renewal_info`, with the offer of the next renewal or of this period.
    private func renewalObject(of subscription: CustomerSubscription) -> ResponseObject {
        let present = entries.last { $0.id == subscription.entryID }?.offer
        let offer = subscription.nextOffer?.offer ?? present
        var object = subscription.responseObject
        object.add("promotional_offer_id", offer?.promotionalOfferID)
        object.add("offer_code_ref_name", offer?.redeemedCode)
        return object
    }
}

extension LedgerEntry {
    /// The app's account of the customer: a user name that is a UUID.
    package var accountToken: UUID? { applicationUsername.flatMap(UUID.init(uuidString:)) }

    /// The entry in `latest_receipt_info`: the receipt's members, and further ones of the server.
    package var responseObject: ResponseObject {
        var object = Receipt.InAppPurchase(self).responseObject
        // Apple documents two values; that members of a group have the first one is inference.
        object.add("in_app_ownership_type", isShared ? "FAMILY_SHARED" : "PURCHASED")
        object.add("subscription_group_identifier", subscriptionGroupID)
        object.add("is_upgraded", isUpgraded ? "true" : nil)
        object.add("offer_code_ref_name", isSubscription ? offer?.redeemedCode : nil)
        object.add("app_account_token", accountToken?.uuidString.lowercased())
        return object
    }
}

extension LedgerEntry.Offer {
    var promotionalOfferID: String? { type == .promotional ? identifier : nil }
    fileprivate var redeemedCode: String? { type == .code ? identifier : nil }
}

extension CustomerSubscription {
    /// The members of `pending_renewal_info` about a subscription, except for its offer.
    fileprivate var responseObject: ResponseObject {
        var object = ResponseObject()
        object.add("expiration_intent", expirationIntent.map { String($0.rawValue) })
        object.add(ResponseDate.Name("grace_period_expires_date"), billingIssue?.gracePeriodEnd)
        object.add("auto_renew_product_id", nextProductID)
        object.add("is_in_billing_retry_period", isInBillingRetryPeriod.map { $0 ? "1" : "0" })
        object.add("price_consent_status", priceConsent.map { $0 == .agreed ? "1" : "0" })
        object.add("original_transaction_id", String(id))
        object.add("product_id", productID)
        object.add("auto_renew_status", renewsNextPeriod ? "1" : "0")
        return object
    }

    /// The reason why it ended; during billing retry, Apple sends one too.
    package var expirationIntent: ExpirationReason? {
        billingIssue == nil ? expirationReason : .billingError
    }

    /// Whether the store tries to collect payment; `nil` before the period has ended.
    package var isInBillingRetryPeriod: Bool? {
        if billingIssue != nil { return true }
        return expirationReason == nil ? nil : false
    }
}
