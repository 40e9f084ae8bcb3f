package import AppReceipt
package import Foundation

/// A query of recorded notifications.
///
/// A filter that is `nil` matches all. Source: Apple's documentation of the App Store Server API,
/// Get Notification History.
package struct NotificationHistoryQuery: Sendable, Equatable {
    /// The earliest date of an event.
    package var startDate: Date?
    /// The upper bound of event dates, not included.
    package var endDate: Date?
    package var type: NotificationPayload.NotificationType?
    package var subtype: NotificationPayload.Subtype?
    /// Any transaction of the purchase that they are about.
    package var entryID: LedgerEntry.ID?
    package var isFailed = false
    /// A part of the type, the subtype or the customer's name; or the identifier of the
    /// notification, or the number of a transaction.
    ///
    /// Upper and lower case of ASCII letters count as equal.
    package var text: String?

    package init() {}
}

/// A notification with the attempts to deliver it, oldest first.
package struct NotificationRecord: Sendable, Equatable {
    package let notification: StoreNotification
    package let attempts: [StoreNotification.Attempt]

    package init(notification: StoreNotification, attempts: [StoreNotification.Attempt]) {
        self.notification = notification
        self.attempts = attempts
    }
}
