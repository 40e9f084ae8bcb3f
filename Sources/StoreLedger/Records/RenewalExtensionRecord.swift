import Foundation
import GRDB
package import StoreModel

/// An extension as a row of the table `renewalExtension`.
private struct RenewalExtensionRecord: LedgerRecord {
    static let table = "renewalExtension"

    let renewalExtension: RenewalExtension

    init(_ row: RowDecoder) throws {
        renewalExtension = RenewalExtension(
            id: try row.integer("id"),
            subscriptionID: try row.integer("subscriptionID"),
            entryID: try row.integer("entryID"),
            terms: try row.extensionTerms,
            date: try row.date("extensionDate"),
            effectiveDate: try row.date("effectiveDate")
        )
    }
}

extension RowDecoder {
    /// The terms of an extension, of one subscription or of many.
    var extensionTerms: RenewalExtension.Terms {
        get throws {
            let dayCount = try integer("dayCount", as: "a number of days from 1 to 90") {
                (1...90).contains($0) ? $0 : nil
            }
            let reason = try integer(
                "reason",
                as: "a reason",
                RenewalExtension.Reason.init(rawValue:)
            )
            return try text("requestIdentifier", as: "an identifier") {
                try? RenewalExtension.Terms(
                    dayCount: dayCount,
                    reason: reason,
                    requestIdentifier: $0
                )
            }
        }
    }
}

extension RenewalExtension.Terms {
    /// The values of the columns `dayCount`, `reason` and `requestIdentifier`.
    var values: [(any DatabaseValueConvertible)?] {
        [dayCount, reason.rawValue, requestIdentifier]
    }
}

extension LedgerReader {
    /// The extensions of the customer's subscriptions, oldest first.
    package func renewalExtensions() throws -> [RenewalExtension] {
        try renewalExtensions("customerID = ? ORDER BY id", customerID)
    }

    /// The extensions of one subscription, oldest first.
    package func renewalExtensions(ofSubscription id: Int64) throws -> [RenewalExtension] {
        try renewalExtensions("subscriptionID = ? ORDER BY id", id)
    }

    private func renewalExtensions(
        _ condition: String,
        _ argument: Int64
    ) throws -> [RenewalExtension] {
        try records(RenewalExtensionRecord.self, where: condition, [argument])
            .map(\.renewalExtension)
    }
}

extension LedgerWriter {
    /// Inserts an extension, which gets an `id`.
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

    func deleteRenewalExtensions(ofSubscription id: Int64) throws {
        try execute("DELETE FROM renewalExtension WHERE subscriptionID = ?", [id])
    }
}
