import Foundation
import GRDB

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

    func isOfSameRequest(as other: Self) -> Bool {
        ByteExactString(requestIdentifier) == ByteExactString(other.requestIdentifier)
    }
}

extension LedgerReader {
    /// The extensions of the customer's subscriptions, oldest first.
    func renewalExtensions() throws -> [RenewalExtension] {
        try renewalExtensions("customerID = ? ORDER BY id", customerID)
    }

    /// The extensions of one subscription, oldest first.
    func renewalExtensions(ofSubscription id: Int64) throws -> [RenewalExtension] {
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
    /// Inserts an extension and assigns its `id`.
    func insert(_ renewalExtension: RenewalExtension) throws -> RenewalExtension {
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
        var numbered = renewalExtension
        numbered.id = database.lastInsertedRowID
        return numbered
    }

    func deleteRenewalExtensions(ofSubscription id: Int64) throws {
        try execute("DELETE FROM renewalExtension WHERE subscriptionID = ?", [id])
    }
}

extension LedgerSchema {
    // An extension of many subscriptions has its progress: those up to `lastSubscriptionID` are
    // done, and `finalSubscriptionID` was the newest one when it was requested. `storefronts` is a
    // list in JSON; NULL stands for all.
    static let renewalExtensions = """
        CREATE TABLE renewalExtension (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            customerID INTEGER NOT NULL,
            subscriptionID INTEGER NOT NULL,
            entryID INTEGER NOT NULL,
            dayCount INTEGER NOT NULL,
            reason INTEGER NOT NULL,
            requestIdentifier TEXT NOT NULL,
            extensionDate INTEGER NOT NULL,
            effectiveDate INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX renewalExtensionByCustomer ON renewalExtension (customerID);
        CREATE UNIQUE INDEX renewalExtensionOfSubscription
            ON renewalExtension (subscriptionID, requestIdentifier);
        CREATE TABLE massExtension (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            productID TEXT NOT NULL,
            dayCount INTEGER NOT NULL,
            reason INTEGER NOT NULL,
            requestIdentifier TEXT NOT NULL,
            storefronts TEXT,
            requestDate INTEGER NOT NULL,
            completionDate INTEGER,
            succeededCount INTEGER NOT NULL,
            failedCount INTEGER NOT NULL,
            lastSubscriptionID INTEGER NOT NULL,
            finalSubscriptionID INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX massExtensionOfProduct
            ON massExtension (productID, requestIdentifier);
        """
}
