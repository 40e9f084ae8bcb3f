import AppReceipt
package import Foundation
import GRDB
package import StoreModel

extension StoreNotification {
    init(_ row: RowDecoder) throws {
        self.init(
            id: try row.integer("id"),
            identifier: try row.identifier("identifier"),
            type: .init(rawValue: try row.text("type")),
            subtype: try row.optional("subtype", row.text).map(NotificationPayload.Subtype.init),
            date: try row.date("date"),
            signedDate: try row.date("signedDate"),
            customerID: try row.optional("customerID") { try row.integer($0) },
            entryID: try row.optional("entryID") { try row.integer($0) },
            nextAttemptDate: try row.optional("nextAttemptDate", row.date),
            originalID: try row.optional("originalID") { try row.integer($0) },
            payload: try row.payload("payload"),
            transactionInfo: try row.optional("transactionInfo", row.payload),
            renewalInfo: try row.optional("renewalInfo", row.payload)
        )
    }
}

extension RowDecoder {
    fileprivate func payload<Payload: JWSPayload>(_ column: String) throws -> Payload {
        try text(column, as: "the JSON of a payload") { try? Payload(json: Data($0.utf8)) }
    }
}

extension LedgerWriter {
    /// Records that an attempt began, and returns its number.
    package func insertAttempt(toSend id: StoreNotification.ID, at date: Date) throws -> Int64 {
        try execute(
            "INSERT INTO notificationAttempt (notificationID, date) VALUES (?, ?)",
            [id, date.milliseconds]
        )
        return database.lastInsertedRowID
    }

    /// Records the result of an attempt, and the response of the app's server.
    package func endAttempt(
        _ id: Int64,
        with result: StoreNotification.Attempt.Result,
        status: Int?,
        response: String?
    ) throws {
        try execute(
            "UPDATE notificationAttempt SET result = ?, status = ?, response = ? WHERE id = ?",
            [result.rawValue, status, response, id]
        )
    }

    package func deleteAttempt(_ id: Int64) throws {
        try execute("DELETE FROM notificationAttempt WHERE id = ?", [id])
    }

    package func deleteAttempts(toSend id: StoreNotification.ID) throws {
        try execute("DELETE FROM notificationAttempt WHERE notificationID = ?", [id])
    }

    /// Deletes the attempts that did not end.
    package func deleteLostAttempts() throws {
        try execute("DELETE FROM notificationAttempt WHERE result IS NULL")
    }

    /// Sets the date of the next attempt; `nil` for none.
    package func schedule(_ id: Int64, at date: Date?) throws {
        try execute(
            "UPDATE notification SET nextAttemptDate = ?, revision = ? WHERE id = ?",
            [date?.milliseconds, revision, id]
        )
    }
}

extension LedgerReader {
    /// The notification that is to be sent first, if it is due at a date.
    package func dueNotification(
        at date: Date,
        excluding purchases: Set<LedgerEntry.ID>
    ) throws -> StoreNotification? {
        let excluded = purchases.sorted().map { "\($0)" }.joined(separator: ", ")
        let condition = """
            nextAttemptDate <= ? AND (originalID IS NULL OR originalID NOT IN (\(excluded)))
            ORDER BY nextAttemptDate, id LIMIT 1
            """
        return try notifications(condition, [date.milliseconds]).first
    }

    package func hasLostAttempts() throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM notificationAttempt WHERE result IS NULL)"
        return try Bool.fetchOne(database, sql: sql) ?? false
    }

    /// The notifications whose last attempt has no result.
    package func interruptedNotifications() throws -> [StoreNotification.ID] {
        let sql = """
            SELECT notificationID FROM notificationAttempt AS attempt WHERE result IS NULL
            AND id = (
                SELECT max(id) FROM notificationAttempt
                WHERE notificationID = attempt.notificationID
            )
            """
        return try Int64.fetchAll(database, sql: sql)
    }

    package func notification(_ identifier: UUID) throws -> StoreNotification? {
        try notifications("identifier = ?", [identifier]).first
    }

    func notifications(
        _ condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> [StoreNotification] {
        try rows(
            "SELECT * FROM notification WHERE \(condition)",
            of: "notification",
            isKept: false,
            arguments,
            StoreNotification.init
        )
    }

    package func attempts(toSend notificationID: Int64) throws -> [StoreNotification.Attempt] {
        let sql = "SELECT * FROM notificationAttempt WHERE notificationID = ? ORDER BY id"
        return try rows(sql, of: "notificationAttempt", [notificationID]) { row in
            StoreNotification.Attempt(
                date: try row.date("date"),
                result: try row.optional("result") {
                    try row.text($0, as: "a result", StoreNotification.Attempt.Result.init)
                },
                status: try row.optional("status") { Int(try row.integer($0, in: 0...999)) },
                response: try row.optional("response", row.text)
            )
        }
    }
}
