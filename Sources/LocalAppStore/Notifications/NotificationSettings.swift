import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// The settings for notifications.
    public var notificationSettings: NotificationSettings {
        get throws(StoreError) { try read { try $0.notificationSettings() } }
    }

    /// Changes the settings for notifications, for every process that uses the store.
    ///
    /// As with ``updateSettings(_:)``, `update` is called without a lock, and possibly more than
    /// once.
    public func updateNotificationSettings(
        _ update: (inout NotificationSettings) -> Void
    ) throws(StoreError) {
        try self.update(default: NotificationSettings(), update)
    }
}
