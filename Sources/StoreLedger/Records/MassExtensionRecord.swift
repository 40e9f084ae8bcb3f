import Foundation
import GRDB
package import StoreModel

/// An extension of many subscriptions as a row of the table `massExtension`.
private struct MassExtensionRecord: LedgerRecord {
    static let table = "massExtension"

    let request: MassExtension

    init(_ row: RowDecoder) throws {
        request = MassExtension(
            id: try row.integer("id"),
            productID: try row.text("productID"),
            terms: try row.extensionTerms,
            storefronts: try row.optional("storefronts") {
                try row.text($0, as: "a list in JSON") { try? JSONText($0).decoded() }
            },
            requestDate: try row.date("requestDate"),
            completionDate: try row.optional("completionDate", row.date),
            succeededCount: try row.count("succeededCount"),
            failedCount: try row.count("failedCount"),
            lastSubscriptionID: try row.integer("lastSubscriptionID"),
            finalSubscriptionID: try row.integer("finalSubscriptionID")
        )
    }
}

extension RowDecoder {
    fileprivate func count(_ column: String) throws -> Int {
        try integer(column, as: "a count") { (0..<Int.max).contains($0) ? $0 : nil }
    }
}

extension LedgerReader {
    package func massExtensions() throws -> [MassExtension] {
        try massExtensions("true ORDER BY id", [])
    }

    package func massExtension(
        ofProduct productID: String,
        _ requestIdentifier: String
    ) throws -> MassExtension? {
        try massExtensions(
            "productID = ? AND requestIdentifier = ?",
            [productID, requestIdentifier]
        )
        .first
    }

    /// The oldest request that is not complete.
    package func openMassExtension() throws -> MassExtension? {
        try massExtensions("completionDate IS NULL ORDER BY id LIMIT 1", []).first
    }

    private func massExtensions(
        _ condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> [MassExtension] {
        try records(MassExtensionRecord.self, where: condition, arguments).map(\.request)
    }
}

extension LedgerWriter {
    /// Inserts a request and assigns its `id`.
    package func insert(_ request: MassExtension) throws -> MassExtension {
        try execute(
            """
            INSERT INTO massExtension (dayCount, reason, requestIdentifier, productID, storefronts,
                requestDate, succeededCount, failedCount, lastSubscriptionID, finalSubscriptionID)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            request.terms.values + [
                request.productID, try request.storefronts.map { try JSONText($0).text },
                request.requestDate.milliseconds, request.succeededCount, request.failedCount,
                request.lastSubscriptionID, request.finalSubscriptionID,
            ]
        )
        var numbered = request
        numbered.id = database.lastInsertedRowID
        return numbered
    }

    /// Stores the progress of a request.
    package func save(_ request: MassExtension) throws {
        try execute(
            """
            UPDATE massExtension SET completionDate = ?, succeededCount = ?, failedCount = ?,
                lastSubscriptionID = ?
            WHERE id = ?
            """,
            [
                request.completionDate?.milliseconds, request.succeededCount,
                request.failedCount, request.lastSubscriptionID, request.id,
            ]
        )
    }
}
