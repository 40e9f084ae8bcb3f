package import Foundation
import GRDB
package import StoreModel

extension LedgerReader {
    /// The last issuance of the customer's receipt; `nil` if none was issued.
    package func receiptIssuance() throws -> ReceiptIssuance? {
        let sql = "SELECT id, receiptRevision, receiptDate FROM customer WHERE id = ?"
        let issuances = try rows(sql, of: "customer", [customerID]) { row -> ReceiptIssuance? in
            let revision = try row.integer("receiptRevision", in: Self.counts)
            return try row.optional("receiptDate") {
                ReceiptIssuance(revision: revision, date: try row.value($0))
            }
        }
        return issuances.first ?? nil
    }

    /// Whether the customer has purchases without a receipt, as in a ledger from before receipts.
    package func lacksReceipt() throws -> Bool {
        guard try receiptIssuance() == nil else { return false }
        return try exists("entry WHERE customerID = ? AND state = 'purchased'", [customerID])
    }

    /// The purchases in a receipt, oldest first.
    ///
    /// A consumable stays until a receipt is issued after it was finished. A non-consumable that
    /// was bought repeatedly occurs once.
    package func receiptEntries(of issuance: ReceiptIssuance) throws -> [LedgerEntry] {
        try entries(.inReceipt, [issuance.revision])
            .filter { $0.kind != .nonConsumable || $0.originalID == $0.id }
    }

    package func receiptSettings() throws -> ReceiptSettings {
        try preference(default: ReceiptSettings())
    }

    /// The environment of the store, which decides about the precision of dates.
    package func environment() throws -> StoreEnvironment { try receiptSettings().environment }

    package func receiptProperties() throws -> ReceiptProperties {
        try customerPreference(default: ReceiptProperties())
    }
}

extension LedgerWriter {
    /// Issues the customer's receipt anew, with this change, and not before the last issuance: a
    /// family's renewal may be settled after a later purchase, and a test buys in the past.
    package func renewReceipt(at date: Date) throws {
        try execute(
            """
            UPDATE customer SET receiptRevision = ?1,
                receiptDate = max(coalesce(receiptDate, ?2), ?2)
            WHERE id = ?3
            """,
            [revision, date.milliseconds, customerID]
        )
    }

    /// Issues all existing receipts anew: an app that was just installed has none.
    package func renewExistingReceipts(at date: Date) throws {
        try execute(
            """
            UPDATE customer SET receiptRevision = ?, receiptDate = ?
            WHERE receiptDate IS NOT NULL
            """,
            [revision, date.milliseconds]
        )
    }
}
