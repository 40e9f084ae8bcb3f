import Foundation
import GRDB

extension LedgerReader {
    /// When the receipt was last made anew, and the change that did it; `nil` while there is none.
    func receiptIssue() throws -> ReceiptIssue? {
        let statement = try database.cachedStatement(
            sql: "SELECT receiptRevision, receiptDate FROM counter"
        )
        guard let row = try Row.fetchOne(statement),
            let date = row["receiptDate"] as Int64?
        else { return nil }
        return ReceiptIssue(
            revision: row["receiptRevision"],
            date: Date(millisecondsSince1970: date)
        )
    }

    /// The purchases in a receipt, oldest first.
    ///
    /// A consumable stays until it is finished and the receipt is made anew after that. What a customer bought a second time
    /// for nothing is there once.
    func receiptEntries(of issue: ReceiptIssue) throws -> [LedgerEntry] {
        try entries(.inReceipt, [issue.revision])
            .filter { $0.kind != .nonConsumable || $0.originalID == $0.id }
    }

    func receiptSettings() throws -> ReceiptSettings {
        try preference(ReceiptSettings.preference)
            .map { try JSONText($0).decoded() } ?? ReceiptSettings()
    }

    func receiptProperties() throws -> ReceiptProperties {
        try preference(ReceiptProperties.preference)
            .map { try JSONText($0).decoded() } ?? ReceiptProperties()
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

extension ReceiptSettings {
    static let preference = "receipts"
}

extension ReceiptProperties {
    static let preference = "receiptProperties"
}
