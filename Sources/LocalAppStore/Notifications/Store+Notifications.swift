package import AppReceipt
public import Foundation
import StoreLedger
import StoreModel

// The notifications of all customers of the store.
extension Store.Notifications {
    /// Signs a notification, with its recorded date, for the bundle identifier of ``app``.
    ///
    /// Each call makes another signature of the same content and date.
    package func signed(
        _ notification: StoreNotification
    ) throws(StoreError) -> JWS<NotificationPayload> {
        var context = try store.documentContext()
        context.date = notification.signedDate
        var payload = notification.payload
        payload.complete(in: context)
        if var transaction = notification.transactionInfo {
            transaction.complete(in: context)
            payload.data?.signedTransaction = try sign(transaction, in: context)
        }
        if var renewal = notification.renewalInfo {
            renewal.complete(in: context)
            payload.data?.signedRenewalInfo = try sign(renewal, in: context)
        }
        if payload.appData != nil, let customerID = notification.customerID {
            let transaction = AppTransactionPayload(of: customerID, in: context)
            payload.appData?.signedAppTransaction = try sign(transaction, in: context)
        }
        return try sign(payload, in: context)
    }

    private func sign<Payload: JWSPayload>(
        _ payload: Payload,
        in context: DocumentContext
    ) throws(StoreError) -> JWS<Payload> {
        try store.core.documents.sign(payload, in: context)
    }

    /// Records a test notification, as the App Store Server API does on request.
    ///
    /// - Returns: The identifier of the notification; `nil` if the settings have no address.
    @discardableResult
    public func requestTest() throws(StoreError) -> UUID? {
        try store.change { writer, date in
            let settings = try writer.reader.notificationSettings()
            guard settings.url != nil else { return nil }
            return try writer.notifyOfTest(at: date, settings)
        }
    }

    /// Sends a notification again, now, whether or not it arrived; the schedule begins anew.
    ///
    /// - Returns: `false` for an unknown notification.
    @discardableResult
    public func replay(_ identifier: UUID) throws(StoreError) -> Bool {
        try store.change { writer, date in
            guard let notification = try writer.reader.notification(identifier) else {
                return false
            }
            try writer.deleteAttempts(toSend: notification.id)
            try writer.schedule(notification.id, at: date)
            return true
        }
    }

    /// Sends failed notifications again, as ``replay(_:)`` does.
    ///
    /// - Returns: The number of notifications.
    package func replayFailed() throws(StoreError) -> Int {
        try store.change { writer, date in try writer.rescheduleFailedNotifications(at: date) }
    }
}

// MARK: - Delivery

extension Store.Notifications {
    /// The hours between two attempts to deliver a notification.
    ///
    /// Source: Apple's documentation of notifications in production. In the sandbox Apple's server
    /// tries once; the store tries again in both.
    static let retryHours = [1, 12, 24, 48, 72]

    /// The date of the next notification; `nil` if only those about the original transactions
    /// `purchases` are waiting.
    package func nextDate(
        excluding purchases: Set<LedgerEntry.ID> = []
    ) throws(StoreError) -> Date? {
        try store.read {
            try $0.dueNotification(at: .distantFuture, excluding: purchases)?.nextAttemptDate
        }
    }

    /// Takes the next notification that is due, and schedules the attempt after this one.
    ///
    /// So of several processes one sends it, and if that is killed, it is sent again later. Those
    /// about the original transactions `purchases` are not taken.
    package func beginAttempt(
        excluding purchases: Set<LedgerEntry.ID> = []
    ) throws(StoreError) -> NotificationAttempt? {
        try store.time.settle()
        guard
            try store.read({ try $0.dueNotification(at: store.clock.now, excluding: purchases) })
                != nil
        else { return nil }
        return try store.change { writer, date in
            guard
                let notification = try writer.reader.dueNotification(
                    at: date,
                    excluding: purchases
                )
            else { return nil }
            let former = try writer.reader.attempts(toSend: notification.id).count
            let wait = Self.retryHours.dropFirst(former).first.map { TimeInterval($0) * 3600 }
            try writer.schedule(
                notification.id,
                at: wait.map { (date + $0).clamped(to: Date.storeDates) }
            )
            let id = try writer.insertAttempt(toSend: notification.id, at: date)
            return NotificationAttempt(id: id, notification: notification)
        }
    }

    /// Forgets an attempt that was given up before it ended; the notification is due again.
    package func interrupt(_ attempt: NotificationAttempt) throws(StoreError) {
        try store.change { writer, date in
            try writer.deleteAttempt(attempt.id)
            try writer.schedule(attempt.notification.id, at: date)
        }
    }

    /// Forgets the attempts of processes that were killed while they sent; their notifications are
    /// due again.
    ///
    /// No process may be sending meanwhile.
    package func interruptLostAttempts() throws(StoreError) {
        guard try store.read({ try $0.hasLostAttempts() }) else { return }
        try store.change { writer, date in
            for id in try writer.reader.interruptedNotifications() {
                try writer.schedule(id, at: date)
            }
            try writer.deleteLostAttempts()
        }
    }

    /// Records the result of an attempt, and the response of the app's server.
    ///
    /// A notification that is to be sent again since then stays due.
    package func end(
        _ attempt: NotificationAttempt,
        with result: StoreNotification.Attempt.Result,
        status: Int? = nil,
        response: String? = nil
    ) throws(StoreError) {
        try store.change { writer, _ in
            let isPresent = try writer.endAttempt(
                attempt.id,
                with: result,
                status: status,
                response: response
            )
            guard isPresent, result == .success else { return }
            try writer.schedule(attempt.notification.id, at: nil)
        }
    }
}
