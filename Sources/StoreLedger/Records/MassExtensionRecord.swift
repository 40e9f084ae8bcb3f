import Foundation
import GRDB
package import StoreModel

extension MassExtension: LedgerRecord {
    static let table = "massExtension"

    init(_ row: RowDecoder) throws {
        self.init(
            id: try row.integer("id"),
            productID: try row.value("productID"),
            terms: try row.extensionTerms,
            storefronts: try row.optional("storefronts") {
                try row.value($0, as: "a list in JSON") { (text: String) in
                    try? JSONText(text).decoded()
                }
            },
            requestDate: try row.value("requestDate"),
            completionDate: try row.value("completionDate"),
            succeededCount: try row.count("succeededCount"),
            failedCount: try row.count("failedCount"),
            lastSubscriptionID: try row.integer("lastSubscriptionID"),
            finalSubscriptionID: try row.integer("finalSubscriptionID")
        )
    }
}

extension RowDecoder {
    fileprivate func count(_ column: String) throws -> Int {
        try value(column, as: "a count") { (0..<Int.max).contains($0) ? $0 : nil }
    }
}

extension LedgerReader {
    package func massExtensions() throws -> [MassExtension] {
        try records(where: "true ORDER BY id")
    }

    package func massExtension(
        ofProduct productID: String,
        _ requestIdentifier: String
    ) throws -> MassExtension? {
        try record(
            where: "productID = ? AND requestIdentifier = ?",
            [productID, requestIdentifier]
        )
    }

    /// The oldest request that is not complete.
    package func openMassExtension() throws -> MassExtension? {
        try record(where: "completionDate IS NULL ORDER BY id LIMIT 1")
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
