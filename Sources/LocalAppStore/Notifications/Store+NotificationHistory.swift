package import Foundation
import StoreLedger
import StoreModel

extension Store.Notifications {
    /// The notifications of all customers in the order in which they were recorded, each with the
    /// attempts to deliver it, after the last one of the page before.
    package func history(
        _ query: NotificationHistoryQuery = NotificationHistoryQuery(),
        after id: StoreNotification.ID = 0,
        limit: Int = 20
    ) throws(StoreError) -> [NotificationRecord] {
        try store.readSettled { try $0.notificationRecords(query, .after(id), limit: limit) }
    }

    /// The notifications of all customers, newest first, each with the attempts to deliver it,
    /// before the last one of the page before.
    package func latest(
        _ query: NotificationHistoryQuery = NotificationHistoryQuery(),
        before id: StoreNotification.ID? = nil,
        limit: Int = 20
    ) throws(StoreError) -> [NotificationRecord] {
        try store.readSettled {
            try $0.notificationRecords(query, .before(id ?? .max), limit: limit)
        }
    }

    /// The notification with an identifier; `nil` if it is unknown.
    package func record(_ identifier: UUID) throws(StoreError) -> NotificationRecord? {
        try store.read { try $0.notificationRecord(identifier) }
    }
}
