import Foundation
import GRDB

/// The revision and the date of a receipt's issuance.
struct ReceiptIssuance: Equatable {
    /// The ledger's revision of the change with which the receipt was issued.
    let revision: Int64
    let date: Date
}

extension LedgerReader {
    /// The last issuance of the receipt; `nil` if none was issued.
    func receiptIssuance() throws -> ReceiptIssuance? {
        let row = try counter("SELECT receiptRevision, receiptDate FROM counter")
        let revision = try row.integer("receiptRevision", in: Self.counts)
        return try row.optional("receiptDate", row.date)
            .map { ReceiptIssuance(revision: revision, date: $0) }
    }

    /// Whether there are purchases without a receipt, as in a ledger from before receipts.
    func lacksReceipt() throws -> Bool {
        guard try receiptIssuance() == nil else { return false }
        let sql = "SELECT EXISTS (SELECT 1 FROM entry WHERE state = 'purchased')"
        return try Bool.fetchOne(database, sql: sql) ?? false
    }

    /// The purchases in a receipt, oldest first.
    ///
    /// A consumable stays until a receipt is issued after it was finished. A non-consumable that
    /// was bought repeatedly occurs once.
    func receiptEntries(of issuance: ReceiptIssuance) throws -> [LedgerEntry] {
        try entries(.inReceipt, [issuance.revision])
            .filter { $0.kind != .nonConsumable || $0.originalID == $0.id }
    }

    func receiptSettings() throws -> ReceiptSettings {
        try preference(default: ReceiptSettings())
    }

    func receiptProperties() throws -> ReceiptProperties {
        try preference(default: ReceiptProperties())
    }
}

extension LedgerWriter {
    /// Issues the receipt anew, with this change.
    func renewReceipt(at date: Date) throws {
        try execute(
            "UPDATE counter SET receiptRevision = revision, receiptDate = ?",
            [date.milliseconds]
        )
    }

    /// Issues the receipt anew, unless the app was just installed and has none.
    func renewExistingReceipt(at date: Date) throws {
        if try reader.receiptIssuance() != nil { try renewReceipt(at: date) }
    }
}
