public import AppReceipt
public import Foundation
import GRDB

// The notifications of all customers of the store.
extension Store {
    /// Signs a notification, with the date of its event, for the bundle identifier of ``app``.
    ///
    /// Each call makes another signature of the same content.
    public func signed(
        _ notification: StoreNotification
    ) throws(Store.Error) -> JWS<NotificationPayload> {
        let context = try documentContext(at: notification.date)
        var payload = notification.payload
        payload.signedDate = notification.date
        try complete(&payload.data, of: notification, in: context)
        payload.summary?.complete(in: context)
        return try core.documents.sign(payload)
    }

    private func complete(
        _ data: inout NotificationPayload.Purchase?,
        of notification: StoreNotification,
        in context: DocumentContext
    ) throws(Store.Error) {
        guard var purchase = data else { return }
        purchase.complete(in: context)
        if var transaction = notification.transactionInfo {
            transaction.complete(in: context)
            purchase.signedTransaction = try core.documents.sign(transaction)
        }
        if var renewal = notification.renewalInfo {
            renewal.complete(in: context)
            purchase.signedRenewalInfo = try core.documents.sign(renewal)
        }
        data = purchase
    }

    /// Records a test notification, as the App Store Server API does on request.
    ///
    /// - Returns: The identifier of the notification; `nil` if the settings have no address.
    @discardableResult
    public func requestTestNotification() throws(Store.Error) -> UUID? {
        try change { writer, date in
            let settings = try writer.reader.notificationSettings()
            guard settings.url != nil else { return nil }
            return try writer.notifyOfTest(at: date, settings)
        }
    }

    /// Sends a notification again, now, whether or not it arrived; the schedule begins anew.
    ///
    /// - Returns: `false` if there is no such notification.
    @discardableResult
    public func replayNotification(_ identifier: UUID) throws(Store.Error) -> Bool {
        try change { writer, date in
            guard let notification = try writer.reader.notification(identifier) else {
                return false
            }
            try writer.execute(
                "DELETE FROM notificationAttempt WHERE notificationID = ?",
                [notification.id]
            )
            try writer.schedule(notification.id, at: date)
            return true
        }
    }
}

// MARK: - Delivery

extension Store {
    /// The hours between two attempts to deliver a notification.
    ///
    /// Source: Apple's documentation of notifications in production. In the sandbox Apple's server
    /// tries once; the store tries again in both.
    static let retryHours = [1, 12, 24, 48, 72]

    /// When the next notification is to be sent; `nil` if there is none but those about the
    /// original transactions `purchases`.
    package func nextNotificationDate(
        excluding purchases: Set<LedgerEntry.ID> = []
    ) throws(Store.Error) -> Date? {
        try read {
            try $0.dueNotification(at: .distantFuture, excluding: purchases)?.nextAttemptDate
        }
    }

    /// Takes the next notification that is due, and schedules the attempt after this one.
    ///
    /// So of several processes one sends it, and if that is killed, it is sent again later. Those
    /// about the original transactions `purchases` are not taken.
    package func beginNotificationAttempt(
        excluding purchases: Set<LedgerEntry.ID> = []
    ) throws(Store.Error) -> NotificationAttempt? {
        try settle()
        guard try read({ try $0.dueNotification(at: clock.now, excluding: purchases) }) != nil
        else { return nil }
        return try change { writer, date in
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
                at: wait.map { (date + $0).clamped(to: StoreClock.dates) }
            )
            try writer.execute(
                "INSERT INTO notificationAttempt (notificationID, date) VALUES (?, ?)",
                [notification.id, date.milliseconds]
            )
            let id = writer.database.lastInsertedRowID
            return NotificationAttempt(id: id, notification: notification)
        }
    }

    /// Forgets an attempt that was given up before it ended; the notification is due again.
    package func interrupt(_ attempt: NotificationAttempt) throws(Store.Error) {
        try change { writer, date in
            try writer.execute("DELETE FROM notificationAttempt WHERE id = ?", [attempt.id])
            try writer.schedule(attempt.notification.id, at: date)
        }
    }

    /// Forgets the attempts of processes that were killed while they sent; their notifications are
    /// due again.
    ///
    /// Nobody may be sending meanwhile.
    package func interruptLostAttempts() throws(Store.Error) {
        guard try read({ try $0.hasLostAttempts() }) else { return }
        try change { writer, date in
            for id in try writer.reader.interruptedNotifications() {
                try writer.schedule(id, at: date)
            }
            try writer.execute("DELETE FROM notificationAttempt WHERE result IS NULL")
        }
    }

    /// Records how an attempt ended, and what the app's server answered.
    package func end(
        _ attempt: NotificationAttempt,
        with result: StoreNotification.Attempt.Result,
        status: Int? = nil,
        response: String? = nil
    ) throws(Store.Error) {
        try change { writer, _ in
            try writer.execute(
                "UPDATE notificationAttempt SET result = ?, status = ?, response = ? WHERE id = ?",
                [result.rawValue, status, response, attempt.id]
            )
            guard result == .success else { return }
            try writer.schedule(attempt.notification.id, at: nil)
        }
    }
}

/// An attempt to deliver a notification that goes on.
package struct NotificationAttempt: Sendable {
    package let id: Int64
    package let notification: StoreNotification
}

extension LedgerWriter {
    fileprivate func schedule(_ id: Int64, at date: Date?) throws {
        try execute(
            "UPDATE notification SET nextAttemptDate = ?, revision = ? WHERE id = ?",
            [date?.milliseconds, revision, id]
        )
    }
}

extension LedgerReader {
    /// The notification that is to be sent first, if it is due at a date.
    fileprivate func dueNotification(
        at date: Date,
        excluding purchases: Set<LedgerEntry.ID>
    ) throws -> StoreNotification? {
        let excluded = purchases.sorted().map { "\($0)" }.joined(separator: ", ")
        let condition = """
            nextAttemptDate <= ? AND (originalID IS NULL OR originalID NOT IN (\(excluded)))
            ORDER BY nextAttemptDate, id LIMIT 1
            """
        return try notifications(condition, [date.milliseconds]).first
    }

    fileprivate func hasLostAttempts() throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM notificationAttempt WHERE result IS NULL)"
        return try Bool.fetchOne(database, sql: sql) ?? false
    }

    /// The notifications whose last attempt has no result.
    fileprivate func interruptedNotifications() throws -> [StoreNotification.ID] {
        let sql = """
            SELECT notificationID FROM notificationAttempt AS attempt WHERE result IS NULL
            AND id = (
                SELECT max(id) FROM notificationAttempt
                WHERE notificationID = attempt.notificationID
            )
            """
        return try Int64.fetchAll(database, sql: sql)
    }

    fileprivate func notification(_ identifier: UUID) throws -> StoreNotification? {
        try notifications("identifier = ?", [identifier]).first
    }

    func notifications(
        _ condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> [StoreNotification] {
        try Row.fetchAll(
            database,
            sql: "SELECT * FROM notification WHERE \(condition)",
            arguments: StatementArguments(withoutNUL: arguments)
        )
        .map(StoreNotification.init)
    }

    func attempts(toSend notificationID: Int64) throws -> [StoreNotification.Attempt] {
        try Row.fetchAll(
            database,
            sql: "SELECT * FROM notificationAttempt WHERE notificationID = ? ORDER BY id",
            arguments: [notificationID]
        )
        .map { row in
            let row = RowDecoder(row: row, table: "notificationAttempt", key: "id")
            return StoreNotification.Attempt(
                date: try row.date("date"),
                result: try row.optional("result") {
                    try row.text($0, as: "a result", StoreNotification.Attempt.Result.init)
                },
                status: try row.optional("status") { Int(try row.integer($0, in: 0...999)) },
                response: try row.optional("response", row.text)
            )
        }
    }
}
