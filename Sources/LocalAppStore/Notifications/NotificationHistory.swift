public import AppReceipt
public import Foundation
import GRDB

/// Which recorded notifications a history has.
///
/// Each filter that is `nil` lets all pass. Source: Apple's documentation of the App Store Server
/// API, Get Notification History.
public struct NotificationHistoryQuery: Sendable, Equatable {
    /// The first date of an event.
    public var startDate: Date?
    /// The first date of an event after the ones that count.
    public var endDate: Date?
    /// The type.
    public var type: NotificationPayload.NotificationType?
    /// The subtype.
    public var subtype: NotificationPayload.Subtype?
    /// Any transaction of the purchase that they are about.
    public var entryID: LedgerEntry.ID?
    /// Whether only those count that did not arrive.
    public var isFailed = false

    /// Makes a query of all notifications.
    public init() {}
}

/// A notification with the attempts to deliver it, oldest first.
public struct NotificationRecord: Sendable, Equatable {
    /// The notification.
    public let notification: StoreNotification
    /// The attempts.
    public let attempts: [StoreNotification.Attempt]
}

extension Store {
    /// How long notifications are kept after their event, as by Apple.
    public static let notificationRetention: TimeInterval = 180 * 86_400

    /// The notifications of all customers in the order in which they were recorded.
    ///
    /// - Parameters:
    ///   - query: Which notifications.
    ///   - id: The `id` of the last notification of the page before; 0 for the first page.
    ///   - limit: The greatest number of notifications.
    /// - Returns: The notifications, each with the attempts to deliver it.
    /// - Throws: An error of the ledger.
    public func notificationHistory(
        _ query: NotificationHistoryQuery = NotificationHistoryQuery(),
        after id: StoreNotification.ID = 0,
        limit: Int = 20
    ) throws(Store.Error) -> [NotificationRecord] {
        try readSettled { try $0.notificationRecords(query, .after(id), limit: limit) }
    }

    /// The notifications of all customers, newest first.
    ///
    /// - Parameters:
    ///   - query: Which notifications.
    ///   - id: The `id` of the last notification of the page before; `nil` for the first page.
    ///   - limit: The greatest number of notifications.
    /// - Returns: The notifications, each with its attempts.
    /// - Throws: A `Store.Error` if the ledger cannot be read.
    public func latestNotifications(
        _ query: NotificationHistoryQuery = NotificationHistoryQuery(),
        before id: StoreNotification.ID? = nil,
        limit: Int = 20
    ) throws(Store.Error) -> [NotificationRecord] {
        try readSettled { try $0.notificationRecords(query, .before(id ?? .max), limit: limit) }
    }

    /// The notification with an identifier; `nil` if there is none.
    public func notification(_ identifier: UUID) throws(Store.Error) -> NotificationRecord? {
        try read { try $0.notificationRecords("identifier = ?", [identifier]).first }
    }
}

/// Where a page of notifications begins, and its order.
private enum NotificationPosition {
    case after(StoreNotification.ID)
    case before(StoreNotification.ID)

    var condition: (sql: String, id: StoreNotification.ID, order: String) {
        switch self {
        case .after(let id): ("id > ?", id, "ASC")
        case .before(let id): ("id < ?", id, "DESC")
        }
    }
}

extension LedgerReader {
    fileprivate func notificationRecords(
        _ query: NotificationHistoryQuery,
        _ position: NotificationPosition,
        limit: Int
    ) throws -> [NotificationRecord] {
        let start = position.condition
        var conditions = [start.sql]
        var arguments: [(any DatabaseValueConvertible)?] = [start.id]
        func add(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            conditions.append(condition)
            arguments.append(value)
        }
        add("date >= ?", query.startDate?.milliseconds)
        add("date < ?", query.endDate?.milliseconds)
        add("type = ?", query.type?.rawValue)
        add("subtype = ?", query.subtype?.rawValue)
        // A number that no transaction has finds nothing.
        add("originalID = ?", try query.entryID.map { try anyEntry($0)?.originalID ?? 0 })
        if query.isFailed { conditions.append(Self.isFailed) }
        arguments.append(limit)
        let condition = conditions.joined(separator: " AND ")
        return try notificationRecords("\(condition) ORDER BY id \(start.order) LIMIT ?", arguments)
    }

    /// Those that were sent and did not arrive.
    private static let isFailed = """
        EXISTS (SELECT 1 FROM notificationAttempt WHERE notificationID = notification.id)
        AND NOT EXISTS (
            SELECT 1 FROM notificationAttempt
            WHERE notificationID = notification.id AND result = 'SUCCESS'
        )
        """

    fileprivate func notificationRecords(
        _ condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> [NotificationRecord] {
        try notifications(condition, arguments).map { notification in
            NotificationRecord(
                notification: notification,
                attempts: try attempts(toSend: notification.id)
            )
        }
    }

    /// The number of the last notification that was recorded; 0 if there was none.
    func lastNotificationID() throws -> StoreNotification.ID {
        try Int64.fetchOne(database, sql: "SELECT max(id) FROM notification") ?? 0
    }

    /// Whether there are notifications that are no longer kept.
    func hasOldNotifications(at date: Date) throws -> Bool {
        let sql =
            "SELECT EXISTS (SELECT 1 FROM (SELECT date FROM notification ORDER BY id LIMIT 1)"
            + " WHERE date < ?)"
        let limit = date - Store.notificationRetention
        return try Bool.fetchOne(database, sql: sql, arguments: [limit.milliseconds]) ?? false
    }
}

extension LedgerWriter {
    /// Deletes the notifications about an entry, also those that are to be sent.
    func deleteNotifications(aboutEntry id: LedgerEntry.ID) throws {
        try deleteNotifications(where: "entryID = ?", [id])
    }

    /// Deletes the notifications about the customer's purchases, also those that are to be sent.
    func deleteNotificationsOfCustomer() throws {
        try deleteNotifications(where: "customerID = ?", [customerID])
    }

    /// Deletes the notifications of all customers, and those about none.
    func deleteAllNotifications() throws {
        try deleteNotifications(where: "true", [])
    }

    private func deleteNotifications(where condition: String, _ arguments: [Int64]) throws {
        try execute(
            """
            DELETE FROM notificationAttempt WHERE notificationID IN (
                SELECT id FROM notification WHERE \(condition)
            )
            """,
            arguments
        )
        try execute("DELETE FROM notification WHERE \(condition)", arguments)
    }

    /// Deletes the notifications that are no longer kept.
    func pruneNotifications(at date: Date) throws {
        let limit = (date - Store.notificationRetention).milliseconds
        try execute(
            """
            DELETE FROM notificationAttempt WHERE notificationID IN (
                SELECT id FROM notification WHERE date < ? AND nextAttemptDate IS NULL
            )
            """,
            [limit]
        )
        try execute(
            "DELETE FROM notification WHERE date < ? AND nextAttemptDate IS NULL",
            [limit]
        )
    }
}
