import AppReceipt
import Foundation

/// The response of verifyReceipt about an accepted receipt, with its members in Apple's order.
struct VerifyReceiptResponse {
    let service: VerifyReceiptService
    let receipt: Receipt
    /// The app's present receipt, which may be newer than the one in the request.
    let latestReceipt: SignedReceipt?
    /// The purchases of the present receipt, oldest first, without finished consumables.
    let entries: [LedgerEntry]
    let excludesOldTransactions: Bool
    let date: Date

    var object: ResponseObject {
        var object = ResponseObject()
        object.add("status", VerifyReceiptStatus.valid.rawValue)
        object.add("environment", service.environment)
        object.add("receipt", receipt.content.responseObject(requestDate: date))
        guard entries.contains(where: \.isSubscription) else { return object }
        object.add("latest_receipt_info", listed.reversed().map(\.responseObject))
        object.add("latest_receipt", latestReceipt?.base64Encoded)
        object.add("pending_renewal_info", newestPeriods.map { $0.renewalObject(at: date) })
        return object
    }

    private var listed: [LedgerEntry] {
        guard excludesOldTransactions else { return entries }
        let newest = Set(newestPeriods.map(\.id))
        return entries.filter { !$0.isSubscription || newest.contains($0.id) }
    }

    /// The last period of each subscription, sorted by the subscriptions' first transactions.
    private var newestPeriods: [LedgerEntry] {
        let periods = entries.filter(\.isSubscription)
        let newest = Dictionary(periods.map { ($0.originalID, $0) }) { _, later in later }
        return newest.values.sorted { $0.originalID < $1.originalID }
    }
}

extension LedgerEntry {
    /// The entry in `latest_receipt_info`: the purchase as in a receipt, and the members that only
    /// the server adds.
    var responseObject: ResponseObject {
        var object = Receipt.InAppPurchase(self).responseObject
        object.add("in_app_ownership_type", "PURCHASED")
        object.add("subscription_group_identifier", subscriptionGroupID)
        object.add("is_upgraded", isUpgraded ? "true" : nil)
        object.add("offer_code_ref_name", redeemedCode)
        object.add("app_account_token", accountToken?.uuidString.lowercased())
        return object
    }

    /// The entry in `pending_renewal_info` for this period of a subscription.
    ///
    /// The store does not renew subscriptions. The response states that an active period will
    /// renew, and that the customer cancelled one that has ended.
    func renewalObject(at date: Date) -> ResponseObject {
        let isActive = revocationDate == nil && expirationDate.map { $0 > date } ?? false
        var object = ResponseObject()
        object.add("expiration_intent", isActive ? nil : "1")
        object.add("auto_renew_product_id", productID)
        object.add("is_in_billing_retry_period", isActive ? nil : "0")
        object.add("original_transaction_id", String(originalID))
        object.add("product_id", productID)
        object.add("auto_renew_status", isActive ? "1" : "0")
        object.add("promotional_offer_id", promotionalOfferID)
        object.add("offer_code_ref_name", redeemedCode)
        return object
    }

    /// The reference name of the code offer that the price includes.
    private var redeemedCode: String? {
        if case .code(let referenceName) = offer { referenceName } else { nil }
    }

    /// A user name that is a UUID is the app's account token.
    private var accountToken: UUID? { applicationUsername.flatMap(UUID.init(uuidString:)) }
}
