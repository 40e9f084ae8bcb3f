import AppReceipt
package import Foundation
import GRDB
package import StoreModel

/// The start of a page of notifications, and its order.
package enum NotificationPosition {
    case after(StoreNotification.ID)
    case before(StoreNotification.ID)

    package var condition: (sql: String, id: StoreNotification.ID, order: String) {
        switch self {
        case .after(let id): ("id > ?", id, "ASC")
        case .before(let id): ("id < ?", id, "DESC")
        }
    }
}

extension LedgerReader {
    package func notificationRecords(
        _ query: NotificationHistoryQuery,
        _ position: NotificationPosition,
        limit: Int
    ) throws -> [NotificationRecord] {
        let start = position.condition
        var conditions = QueryConditions()
        conditions.add(start.sql, [start.id])
        conditions.add("date >= ?", ifPresent: query.startDate?.milliseconds)
        conditions.add("date < ?", ifPresent: query.endDate?.milliseconds)
        conditions.add("type = ?", ifPresent: query.type?.rawValue)
        conditions.add("subtype = ?", ifPresent: query.subtype?.rawValue)
        // A number that no transaction has finds nothing.
        let originalID = try query.entryID.map { try anyEntry($0)?.originalID ?? 0 }
        conditions.add("originalID = ?", ifPresent: originalID)
        if query.isFailed { conditions.add(Self.isFailed) }
        if let text = query.text, !text.isEmpty {
            let (identifier, number) = (UUID(uuidString: text), Int64(text))
            conditions.add(
                "(\(Self.textCondition))",
                [text, text, text, identifier, number, number]
            )
        }
        return try notificationRecords(
            "\(conditions.sql) ORDER BY id \(start.order) LIMIT ?",
            conditions.arguments + [limit]
        )
    }

    /// Notifications that were sent and failed.
    fileprivate static let isFailed = """
        EXISTS (SELECT 1 FROM notificationAttempt WHERE notificationID = notification.id)
        AND NOT EXISTS (
            SELECT 1 FROM notificationAttempt
            WHERE notificationID = notification.id AND result = 'SUCCESS'
        )
        """

    private static let textCondition = """
        instr(lower(type), lower(?)) OR instr(lower(subtype), lower(?))
        OR customerID IN (SELECT id FROM customer WHERE instr(lower(name), lower(?)))
        OR identifier = ? OR entryID = ? OR originalID = ?
        """

    func notificationRecords(
        _ condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> [NotificationRecord] {
        let found: [StoreNotification] = try records(where: condition, isKept: false, arguments)
        return try found.map { notification in
            NotificationRecord(
                notification: notification,
                attempts: try attempts(toSend: notification.id)
            )
        }
    }

    /// The notification with an identifier, and the attempts to deliver it.
    package func notificationRecord(_ identifier: UUID) throws -> NotificationRecord? {
        try notificationRecords("identifier = ?", [identifier]).first
    }

    /// The number of the last recorded notification; 0 without one.
    package func lastNotificationID() throws -> StoreNotification.ID {
        try Int64.fetchOne(database, sql: "SELECT max(id) FROM notification") ?? 0
    }

    /// Whether there are notifications that are no longer kept.
    package func hasOldNotifications(at date: Date) throws -> Bool {
        let oldest = "(SELECT date FROM notification ORDER BY id LIMIT 1)"
        let limit = date - StoreNotification.retention
        return try exists("\(oldest) WHERE date < ?", [limit.milliseconds])
    }
}

extension LedgerWriter {
    /// Schedules failed notifications, without their attempts, and returns their number.
    package func rescheduleFailedNotifications(at date: Date) throws -> Int {
        try execute(
            """
            UPDATE notification SET nextAttemptDate = ?, revision = ?
            WHERE \(LedgerReader.isFailed)
            """,
            [date.milliseconds, revision]
        )
        let count = database.changesCount
        try deleteAttempts(where: "revision = ?", [revision])
        return count
    }

    /// Deletes the notifications about entries, also those that are to be sent.
    func deleteNotifications(aboutEntries ids: Set<LedgerEntry.ID>) throws {
        let list = try JSONText(ids.sorted()).text
        try deleteNotifications(where: "entryID IN (SELECT value FROM json_each(?))", [list])
    }

    /// Deletes the notifications about the customer's purchases, also those that are to be sent.
    package func deleteNotificationsOfCustomer() throws {
        try deleteNotifications(where: "customerID = ?", [customerID])
    }

    /// Deletes the notifications of all customers, and those about none.
    package func deleteAllNotifications() throws {
        try deleteNotifications(where: "true", [])
    }

    private func deleteNotifications(
        where condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws {
        try deleteAttempts(where: condition, arguments)
        try execute("DELETE FROM notification WHERE \(condition)", arguments)
    }

    private func deleteAttempts(
        where condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws {
        let notifications = "SELECT id FROM notification WHERE \(condition)"
        try execute(
            "DELETE FROM notificationAttempt WHERE notificationID IN (\(notifications))",
            arguments
        )
    }

    /// Deletes the notifications that are no longer kept.
    package func pruneNotifications(at date: Date) throws {
        let limit = (date - StoreNotification.retention).milliseconds
        try deleteNotifications(where: "date < ? AND nextAttemptDate IS NULL", [limit])
    }
}
