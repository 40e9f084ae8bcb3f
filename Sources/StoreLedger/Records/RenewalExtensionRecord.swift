import Foundation
import GRDB
package import StoreModel

extension RenewalExtension: LedgerRecord {
    static let table = "renewalExtension"

    init(_ row: RowDecoder) throws {
        self.init(
            id: try row.integer("id"),
            subscriptionID: try row.integer("subscriptionID"),
            entryID: try row.integer("entryID"),
            terms: try row.extensionTerms,
            date: try row.value("extensionDate"),
            effectiveDate: try row.value("effectiveDate")
        )
    }
}

extension RowDecoder {
    /// The terms of an extension, of one subscription or of many.
    var extensionTerms: RenewalExtension.Terms {
        get throws {
            let dayCount = Int(try integer("dayCount", in: 1...90))
            let reason: RenewalExtension.Reason = try value("reason")
            return try value("requestIdentifier", as: "an identifier") {
                try? RenewalExtension.Terms(
                    dayCount: dayCount,
                    reason: reason,
                    requestIdentifier: $0
                )
            }
        }
    }
}

extension RenewalExtension.Reason: ColumnValue {}

extension RenewalExtension.Terms {
    /// The values of the columns `dayCount`, `reason` and `requestIdentifier`.
    var values: [(any DatabaseValueConvertible)?] {
        [dayCount, reason.rawValue, requestIdentifier]
    }
}

extension LedgerReader {
    /// The extensions of the customer's subscriptions, oldest first.
    package func renewalExtensions() throws -> [RenewalExtension] {
        try records(where: "customerID = ? ORDER BY id", [customerID])
    }

    package func renewalExtensions(ofSubscription id: Int64) throws -> [RenewalExtension] {
        try records(where: "subscriptionID = ? ORDER BY id", [id])
    }
}

extension LedgerWriter {
    /// Inserts an extension with the next `id`.
    func insert(_ renewalExtension: RenewalExtension) throws {
        try execute(
            """
            INSERT INTO renewalExtension (customerID, subscriptionID, entryID, dayCount, reason,
                requestIdentifier, extensionDate, effectiveDate)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [customerID, renewalExtension.subscriptionID, renewalExtension.entryID]
                + renewalExtension.terms.values
                + [
                    renewalExtension.date.milliseconds,
                    renewalExtension.effectiveDate.milliseconds,
                ]
        )
    }
}
