// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import Foundation
import AppReceipt
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// The notifications of the App Store Server (version 2) about all customers, oldest first.
    ///
    /// A session records them from its beginning, and sends none. As in the App Store,
    /// notifications older than 180 days may be missing. Due events are settled first.
    public var notifications: [Notification] {
        let records = reporting { try $0.notifications.history(limit: .max) } ?? []
        let customers = reporting { try $0.customers.all() } ?? []
        let names = Dictionary(uniqueKeysWithValues: customers.map { ($0.id, $0.name) })
        return records.map { record in
            Notification(
                record.notification,
                customer: record.notification.customerID.flatMap { names[$0] }
            )
        }
    }

    /// The `signedPayload` with which the App Store would send a notification to the app's server.
    ///
    /// It is signed anew by each call, for ``receiptBundleIdentifier``.
    ///
    /// - Throws: An error when the session has no such notification, or the store's key can neither
    ///   be read nor made.
    public func signedPayload(of notification: Notification) throws -> String {
        guard let record = try store.notifications.record(notification.id) else {
            throw SessionError(
                "The session has no notification \(notification.id), \(notification)."
            )
        }
        return try store.notifications.signed(record.notification).compactSerialization
    }
}

extension SKTestSession.Notification {
    fileprivate init(_ notification: StoreNotification, customer: String?) {
        id = notification.identifier
        type = notification.type.rawValue
        subtype = notification.subtype?.rawValue
        date = notification.date
        self.customer = customer
        transactionIdentifier = notification.entryID.map { UInt(clamping: $0) }
    }
}
#endif
