import AppReceipt
import Foundation

extension LedgerEntry {
    /// The entry in `latest_receipt_info`: the purchase as a receipt has it, and what only the
    /// server tells.
    var responseObject: ResponseObject {
        var object = Receipt.InAppPurchase(self).responseObject
        object.add("in_app_ownership_type", "PURCHASED")
        object.add("subscription_group_identifier", subscriptionGroupID)
        object.add("is_upgraded", isUpgraded ? "true" : nil)
        object.add("app_account_token", accountToken?.uuidString.lowercased())
        return object
    }

    /// What `pending_renewal_info` says after this period of a subscription.
    ///
    /// The store does not renew: a period that runs will, as far as the customer has it, and one
    /// that is over was let go.
    func renewalObject(at date: Date) -> ResponseObject {
        let isRunning = revocationDate == nil && expirationDate.map { $0 > date } ?? false
        var object = ResponseObject()
        object.add("expiration_intent", isRunning ? nil : "1")
        object.add("auto_renew_product_id", productID)
        object.add("is_in_billing_retry_period", isRunning ? nil : "0")
        object.add("original_transaction_id", String(originalID))
        object.add("product_id", productID)
        object.add("auto_renew_status", isRunning ? "1" : "0")
        return object
    }

    /// An app that gives a UUID as the user's name means the account.
    private var accountToken: UUID? { applicationUsername.flatMap(UUID.init(uuidString:)) }
}
