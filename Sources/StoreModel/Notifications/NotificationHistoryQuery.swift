public import AppReceipt
public import Foundation

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

    package init(notification: StoreNotification, attempts: [StoreNotification.Attempt]) {
        self.notification = notification
        self.attempts = attempts
    }
}
