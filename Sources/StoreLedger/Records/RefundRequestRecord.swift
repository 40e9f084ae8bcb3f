import Foundation
import GRDB
package import StoreModel

/// A request for a refund as a row of the table `refundRequest`.
private struct RefundRequestRecord: LedgerRecord {
    static let table = "refundRequest"

    let request: RefundRequest

    init(_ row: RowDecoder) throws {
        let version = try row.optional("consumptionVersion") {
            try row.integer($0, as: "a version", ConsumptionReport.Version.init(rawValue:))
        }
        request = RefundRequest(
            id: try row.integer("id"),
            entryID: try row.integer("entryID"),
            reason: try row.text(
                "reason",
                as: "a reason",
                ConsumptionRequestReason.init(rawValue:)
            ),
            requestDate: try row.date("requestDate"),
            consumption: try row.optional("consumption") {
                try row.text($0, as: "a report in JSON") { text in
                    version.flatMap { try? ConsumptionReport($0, json: Data(text.utf8)) }
                }
            },
            decision: try row.optional("decision") {
                try row.text($0, as: "a decision", RefundRequest.Decision.init(rawValue:))
            },
            decisionDate: try row.optional("decisionDate", row.date)
        )
    }
}

extension LedgerReader {
    /// The customer's requests, oldest first.
    package func refundRequests() throws -> [RefundRequest] {
        try refundRequests("customerID = ? ORDER BY id", [customerID])
    }

    /// The requests about an entry, oldest first.
    package func refundRequests(ofEntry id: Int64) throws -> [RefundRequest] {
        try refundRequests("entryID = ? AND +customerID = ? ORDER BY id", [id, customerID])
    }

    /// The request about an entry that waits for a decision.
    package func openRefundRequest(ofEntry id: Int64) throws -> RefundRequest? {
        try refundRequests(
            "entryID = ? AND decision IS NULL AND +customerID = ?",
            [id, customerID]
        )
        .first
    }

    /// The entries of any customers about which a request waits for a decision.
    package func entriesWithOpenRefundRequest(
        in range: ClosedRange<LedgerEntry.ID>
    ) throws -> Set<LedgerEntry.ID> {
        try Int64.fetchSet(
            database.cachedStatement(
                sql: """
                    SELECT entryID FROM refundRequest
                    WHERE decision IS NULL AND entryID BETWEEN ? AND ?
                    """
            ),
            arguments: [range.lowerBound, range.upperBound]
        )
    }

    /// The number of requests of all customers that wait for a decision.
    package func openRefundRequestCount() throws -> Int {
        let sql = "SELECT count(*) FROM refundRequest WHERE decision IS NULL"
        return try Int.fetchOne(database, sql: sql) ?? 0
    }

    private func refundRequests(
        _ condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> [RefundRequest] {
        try records(RefundRequestRecord.self, where: condition, arguments).map(\.request)
    }
}

extension LedgerWriter {
    /// Inserts a request, which gets an `id`.
    func insert(_ request: RefundRequest) throws {
        try execute(
            """
            INSERT INTO refundRequest (customerID, entryID, reason, requestDate, revision)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                customerID, request.entryID, request.reason.rawValue,
                request.requestDate.milliseconds, revision,
            ]
        )
    }

    /// Stores the mutable values of a request: the report and the decision.
    func save(_ request: RefundRequest) throws {
        try execute(
            """
            UPDATE refundRequest SET consumptionVersion = ?, consumption = ?, decision = ?,
                decisionDate = ?, revision = ?
            WHERE id = ?
            """,
            [
                request.consumption?.version.rawValue, request.consumption?.json,
                request.decision?.rawValue, request.decisionDate?.milliseconds, revision,
                request.id,
            ]
        )
    }

    func deleteRefundRequests(ofEntry id: Int64) throws {
        try execute("DELETE FROM refundRequest WHERE entryID = ?", [id])
    }
}
