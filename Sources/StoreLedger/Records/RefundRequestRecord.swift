import Foundation
import GRDB
package import StoreModel

extension RefundRequest: LedgerRecord {
    static let table = "refundRequest"

    init(_ row: RowDecoder) throws {
        let version: ConsumptionReport.Version? = try row.value("consumptionVersion")
        self.init(
            id: try row.integer("id"),
            entryID: try row.integer("entryID"),
            reason: try row.value("reason"),
            requestDate: try row.value("requestDate")
        )
        consumption = try row.optional("consumption") {
            try row.value($0, as: "a report in JSON") { (text: String) in
                version.flatMap { try? ConsumptionReport($0, json: Data(text.utf8)) }
            }
        }
        decision = try row.value("decision")
        decisionDate = try row.value("decisionDate")
    }
}

extension ConsumptionReport.Version: ColumnValue {}
extension ConsumptionRequestReason: ColumnValue {}
extension RefundRequest.Decision: ColumnValue {}

extension LedgerReader {
    package func refundRequests() throws -> [RefundRequest] {
        try records(where: "customerID = ? ORDER BY id", [customerID])
    }

    package func refundRequests(ofEntry id: Int64) throws -> [RefundRequest] {
        try records(where: "entryID = ? AND +customerID = ? ORDER BY id", [id, customerID])
    }

    /// The request about an entry that waits for a decision.
    package func openRefundRequest(ofEntry id: Int64) throws -> RefundRequest? {
        try record(where: "entryID = ? AND decision IS NULL AND +customerID = ?", [id, customerID])
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
}
