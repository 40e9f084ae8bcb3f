package import Foundation
package import StoreModel

extension LedgerWriter {
    /// Records a signature about an original transaction at a date, and returns its date, later
    /// than all earlier signatures.
    ///
    /// The signed content has to be read in the same transaction. Then of two documents, the one
    /// with the later date has the later state, regardless of the process that signed it.
    package func recordSignature(aboutOriginal id: LedgerEntry.ID, at date: Date) throws -> Date {
        let next = try reader.lastSignature(aboutOriginal: id).map { $0.milliseconds + 1 }
        let date = max(date, next.map(Date.init(millisecondsSince1970:)) ?? date)
            .clamped(to: Date.storeDates)
        try execute(
            "INSERT OR REPLACE INTO signature (originalID, date) VALUES (?, ?)",
            [id, date.milliseconds]
        )
        return date
    }
}

extension LedgerReader {
    /// The date of the last signature about an original transaction; `nil` without one.
    fileprivate func lastSignature(aboutOriginal id: LedgerEntry.ID) throws -> Date? {
        let sql = "SELECT originalID, date FROM signature WHERE originalID = ?"
        return try rows(sql, of: "signature", key: "originalID", [id]) {
            try $0.value("date") as Date
        }
        .first
    }
}
