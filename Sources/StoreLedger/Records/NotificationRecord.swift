import AppReceipt
package import Foundation
import GRDB
package import StoreModel

extension StoreNotification: LedgerRecord {
    static let table = "notification"

    init(_ row: RowDecoder) throws {
        let type = NotificationPayload.NotificationType(rawValue: try row.value("type"))
        let subtype = try row.optional("subtype") {
            NotificationPayload.Subtype(rawValue: try row.value($0))
        }
        self.init(
            NotificationEvent(type, subtype),
            at: try row.value("date"),
            signedAt: try row.value("signedDate")
        )
        id = try row.integer("id")
        identifier = try row.value("identifier")
        customerID = try row.value("customerID")
        entryID = try row.value("entryID")
        nextAttemptDate = try row.value("nextAttemptDate")
        originalID = try row.value("originalID")
        payload = try row.payload("payload")
        transactionInfo = try row.optional("transactionInfo", row.payload)
        renewalInfo = try row.optional("renewalInfo", row.payload)
    }
}

extension StoreNotification.Attempt.Result: ColumnValue {}

extension RowDecoder {
    fileprivate func payload<Payload: JWSPayload>(_ column: String) throws -> Payload {
        try value(column, as: "the JSON of a payload") { (text: String) in
            try? Payload(json: Data(text.utf8))
        }
    }
}

extension LedgerWriter {
    package func insertAttempt(toSend id: StoreNotification.ID, at date: Date) throws -> Int64 {
        try execute(
            "INSERT INTO notificationAttempt (notificationID, date) VALUES (?, ?)",
            [id, date.milliseconds]
        )
        return database.lastInsertedRowID
    }

    /// Records the result of an attempt, and the response of the app's server.
    ///
    /// - Returns: `false` if the attempt was deleted meanwhile.
    package func endAttempt(
        _ id: Int64,
        with result: StoreNotification.Attempt.Result,
        status: Int?,
        response: String?
    ) throws -> Bool {
        try execute(
            "UPDATE notificationAttempt SET result = ?, status = ?, response = ? WHERE id = ?",
            [result.rawValue, status, response, id]
        )
        return database.changesCount > 0
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
        return try record(where: condition, isKept: false, [date.milliseconds])
    }

    package func hasLostAttempts() throws -> Bool {
        try exists("notificationAttempt WHERE result IS NULL")
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
        try record(where: "identifier = ?", [identifier])
    }

    package func attempts(toSend notificationID: Int64) throws -> [StoreNotification.Attempt] {
        let sql = "SELECT * FROM notificationAttempt WHERE notificationID = ? ORDER BY id"
        return try rows(sql, of: "notificationAttempt", [notificationID]) { row in
            StoreNotification.Attempt(
                date: try row.value("date"),
                result: try row.value("result"),
                status: try row.optional("status") { Int(try row.integer($0, in: 0...999)) },
                response: try row.value("response")
            )
        }
    }
}
