import Foundation
import GRDB

extension LedgerReader {
    /// When the receipt was last made anew, and the change that did it; `nil` while there is none.
    func receiptIssue() throws -> ReceiptIssue? {
        let row = try counter("SELECT receiptRevision, receiptDate FROM counter")
        let revision = try row.integer("receiptRevision", in: Self.counts)
        return try row.optional("receiptDate", row.date)
            .map { ReceiptIssue(revision: revision, date: $0) }
    }

    /// Whether there are purchases and no receipt, as in a ledger from before there were receipts.
    func lacksReceipt() throws -> Bool {
        guard try receiptIssue() == nil else { return false }
        let sql = "SELECT EXISTS (SELECT 1 FROM entry WHERE state = 'purchased')"
        return try Bool.fetchOne(database, sql: sql) ?? false
    }

    /// The purchases in a receipt, oldest first.
    ///
    /// A consumable stays until it is finished and the receipt is made anew after that. What a
    /// customer bought a second time for nothing is there once.
    func receiptEntries(of issue: ReceiptIssue) throws -> [LedgerEntry] {
        try entries(.inReceipt, [issue.revision])
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
    /// Makes the receipt anew, as of this change.
    func renewReceipt(at date: Date) throws {
        try execute(
            "UPDATE counter SET receiptRevision = revision, receiptDate = ?",
            [date.milliseconds]
        )
    }

    /// Makes the receipt anew, unless the app was just installed and has none.
    func renewReceiptIfThere(at date: Date) throws {
        if try reader.receiptIssue() != nil { try renewReceipt(at: date) }
    }
}
