import AppReceipt
import Foundation

/// Writes what verifyReceipt answers about a receipt that it took, in the order in which Apple
/// does.
struct VerifyReceiptAnswer {
    let service: VerifyReceiptService
    let receipt: Receipt
    /// The app's receipt as it is now, which may be newer than the one that was sent.
    let latestReceipt: SignedReceipt?
    /// What the customer has bought, oldest first, without consumables that are finished.
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

    /// The last period of each subscription, in the order in which they began.
    private var newestPeriods: [LedgerEntry] {
        let periods = entries.filter(\.isSubscription)
        let newest = Dictionary(periods.map { ($0.originalID, $0) }) { _, later in later }
        return newest.values.sorted { $0.originalID < $1.originalID }
    }
}
