package import AppReceipt
package import Foundation
import GRDB
package import StoreModel

extension LedgerWriter {
    /// Records a notification about an entry, in the transaction of the event itself.
    ///
    /// The subscription that the entry is a period of is read unless it is given.
    func notify(
        _ event: NotificationEvent,
        about entry: LedgerEntry,
        of subscription: CustomerSubscription?,
        consumptionRequestReason reason: ConsumptionRequestReason?,
        at date: Date
    ) throws {
        guard let settings = try recording() else { return }
        let reader = acting(for: entry.customerID).reader
        let subscription = try subscription ?? reader.subscription(of: entry)
        var purchase = NotificationPayload.Purchase()
        purchase.consumptionRequestReason = reason?.rawValue
        purchase.status = subscription.map {
            NotificationPayload.SubscriptionStatus(rawValue: Int64($0.status.rawValue))
        }
        var notification = recorded(event, at: date)
        notification.signedDate = try recordSignature(
            aboutOriginal: entry.originalID,
            at: notification.signedDate
        )
        notification.payload.data = purchase
        notification.entry = entry
        notification.renewalInfo = subscription.map { RenewalInfoPayload($0, entry) }
        try insert(notification, settings)
    }

    /// Records the result of an extension of many subscriptions.
    package func notify(
        _ event: NotificationEvent,
        summary: NotificationPayload.ExtensionSummary,
        at date: Date
    ) throws {
        guard let settings = try recording() else { return }
        var notification = recorded(event, at: date)
        notification.payload.summary = summary
        try insert(notification, settings)
    }

    /// Records a test notification, and returns its identifier.
    package func notifyOfTest(at date: Date, _ settings: NotificationSettings) throws -> UUID {
        var notification = recorded(NotificationEvent(.test), at: date)
        notification.payload.data = NotificationPayload.Purchase()
        try insert(notification, settings)
        return notification.identifier
    }

    private func recording() throws -> NotificationSettings? {
        let settings = try cache.notificationSettings ?? reader.notificationSettings()
        cache.notificationSettings = settings
        return settings.isRecording ? settings : nil
    }

    /// A notification of an event, which may be of a period that begins within a second.
    private func recorded(_ event: NotificationEvent, at date: Date) -> RecordedNotification {
        RecordedNotification(
            event,
            at: min(date, cache.moment?.date ?? date),
            signedAt: cache.moment?.exactDate ?? date
        )
    }

    private func insert(
        _ notification: RecordedNotification,
        _ settings: NotificationSettings
    ) throws {
        try execute(
            """
            INSERT INTO notification (identifier, type, subtype, date, signedDate, customerID,
                entryID, originalID, payload, transactionInfo, renewalInfo, nextAttemptDate,
                revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            try notification.values + [
                settings.url == nil ? nil : notification.date.milliseconds, revision,
            ]
        )
    }
}

/// A notification before it has a number.
private struct RecordedNotification {
    let identifier = UUID()
    let date: Date
    var signedDate: Date
    var payload = NotificationPayload()
    var entry: LedgerEntry?
    var renewalInfo: RenewalInfoPayload?

    init(_ event: NotificationEvent, at date: Date, signedAt signedDate: Date) {
        self.date = date
        self.signedDate = signedDate
        payload.type = event.type
        payload.subtype = event.subtype
        payload.identifier = identifier
        payload.version = "2.0"
    }

    /// The values of the columns except `id`, `nextAttemptDate` and `revision`.
    var values: [(any DatabaseValueConvertible)?] {
        get throws {
            [
                identifier, payload.type?.rawValue, payload.subtype?.rawValue, date.milliseconds,
                signedDate.milliseconds, entry?.customerID, entry?.id, entry?.originalID,
                try payload.jsonText,
                try entry.map { try TransactionPayload($0).jsonText }, try renewalInfo?.jsonText,
            ]
        }
    }
}

extension JWSPayload {
    fileprivate var jsonText: String {
        get throws { String(decoding: try json, as: UTF8.self) }
    }
}
