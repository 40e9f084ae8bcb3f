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
        notification.payload.data = purchase
        notification.concern(entry, subscription)
        try insert(notification, settings)
    }

    /// Records a notification with another subject than the state of a purchase.
    ///
    /// `setSubject` adds it to the payload. The notification may be about a customer, or about the
    /// purchase of an entry.
    package func notify(
        _ event: NotificationEvent,
        of customerID: Customer.ID? = nil,
        about entry: LedgerEntry? = nil,
        at date: Date,
        _ setSubject: (inout NotificationPayload) -> Void
    ) throws {
        guard let settings = try recording() else { return }
        var notification = recorded(event, at: date)
        notification.customerID = customerID
        if let entry { notification.concern(entry) }
        setSubject(&notification.payload)
        try insert(notification, settings)
    }

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
    private func recorded(_ event: NotificationEvent, at date: Date) -> StoreNotification {
        StoreNotification(
            event,
            at: min(date, cache.moment?.date ?? date),
            signedAt: cache.moment?.exactDate ?? date
        )
    }

    /// Inserts a notification; one about a purchase is signed later than all documents before.
    private func insert(
        _ notification: StoreNotification,
        _ settings: NotificationSettings
    ) throws {
        let signedDate = try notification.originalID.map {
            try recordSignature(aboutOriginal: $0, at: notification.signedDate)
        }
        try execute(
            """
            INSERT INTO notification (identifier, type, subtype, date, signedDate, customerID,
                entryID, originalID, payload, transactionInfo, renewalInfo, nextAttemptDate,
                revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                notification.identifier, notification.type.rawValue,
                notification.subtype?.rawValue, notification.date.milliseconds,
                (signedDate ?? notification.signedDate).milliseconds, notification.customerID,
                notification.entryID, notification.originalID, try notification.payload.jsonText,
                try notification.transactionInfo?.jsonText, try notification.renewalInfo?.jsonText,
                settings.url == nil ? nil : notification.date.milliseconds, revision,
            ]
        )
    }
}

extension JWSPayload {
    fileprivate var jsonText: String {
        get throws { String(decoding: try json, as: UTF8.self) }
    }
}
