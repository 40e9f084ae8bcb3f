package import Foundation
import StoreLedger
import StoreModel

extension Store.Notifications {
    /// The notifications of all customers in the order in which they were recorded.
    ///
    /// - Parameters:
    ///   - query: Which notifications.
    ///   - id: The `id` of the last notification of the page before; 0 for the first page.
    ///   - limit: The greatest number of notifications.
    /// - Returns: The notifications, each with the attempts to deliver it.
    /// - Throws: An error of the ledger.
    package func history(
        _ query: NotificationHistoryQuery = NotificationHistoryQuery(),
        after id: StoreNotification.ID = 0,
        limit: Int = 20
    ) throws(StoreError) -> [NotificationRecord] {
        try readSettled { try $0.notificationRecords(query, .after(id), limit: limit) }
    }

    /// The notifications of all customers, newest first.
    ///
    /// - Parameters:
    ///   - query: Which notifications.
    ///   - id: The `id` of the last notification of the page before; `nil` for the first page.
    ///   - limit: The greatest number of notifications.
    /// - Returns: The notifications, each with its attempts.
    /// - Throws: A `StoreError` if the ledger cannot be read.
    package func latest(
        _ query: NotificationHistoryQuery = NotificationHistoryQuery(),
        before id: StoreNotification.ID? = nil,
        limit: Int = 20
    ) throws(StoreError) -> [NotificationRecord] {
        try readSettled { try $0.notificationRecords(query, .before(id ?? .max), limit: limit) }
    }

    /// The notification with an identifier; `nil` if it is unknown.
    package func record(_ identifier: UUID) throws(StoreError) -> NotificationRecord? {
        try read { try $0.notificationRecord(identifier) }
    }
}
