package import AppReceipt
package import Foundation

/// A notification of the App Store Server (version 2) that the store recorded.
package struct StoreNotification: Sendable, Equatable, Identifiable {
    /// The number, which increases in the order in which notifications were recorded.
    package var id: Int64 = 0
    /// The `notificationUUID`, which every delivery has.
    package var identifier = UUID()
    package var type: NotificationPayload.NotificationType
    package var subtype: NotificationPayload.Subtype?
    package var date: Date
    /// The date of its signature, later than all earlier signatures about the purchase.
    package var signedDate: Date
    /// The customer; `nil` if it is not about one.
    package var customerID: Customer.ID?
    /// The `id` of the transaction; `nil` if it is not about a purchase.
    package var entryID: LedgerEntry.ID?
    package var nextAttemptDate: Date?
    /// The purchase that it is about, if any; notifications about one are sent in order.
    package var originalID: LedgerEntry.ID?
    /// The content as of the event, without the values that depend on the app.
    package var payload = NotificationPayload()
    package var transactionInfo: TransactionPayload?
    package var renewalInfo: RenewalInfoPayload?

    /// Makes a notification of an event; the ledger assigns its `id`.
    package init(_ event: NotificationEvent, at date: Date, signedAt signedDate: Date) {
        type = event.type
        subtype = event.subtype
        self.date = date
        self.signedDate = signedDate
        payload.type = type
        payload.subtype = subtype
        payload.identifier = identifier
        payload.version = "2.0"
    }

    /// Makes it one about a purchase.
    package mutating func concern(_ entry: LedgerEntry) {
        customerID = entry.customerID
        entryID = entry.id
        originalID = entry.originalID
    }

    /// Makes it one about a transaction, and about its subscription, if there is one.
    package mutating func concern(_ entry: LedgerEntry, _ subscription: CustomerSubscription?) {
        concern(entry)
        transactionInfo = TransactionPayload(entry)
        renewalInfo = subscription.map { RenewalInfoPayload($0, entry) }
    }

    /// The seconds for which notifications are kept after their event, 180 days as by Apple.
    package static let retention: TimeInterval = 180 * 86_400

    package struct Attempt: Sendable, Equatable {
        package let date: Date
        /// The result; `nil` while it is pending, or if its process was killed.
        package let result: Result?
        package let status: Int?
        /// The first kibibyte of the response's body; `nil` without a response.
        package let response: String?

        package init(date: Date, result: Result?, status: Int?, response: String?) {
            self.date = date
            self.result = result
            self.status = status
            self.response = response
        }

        /// The result of an attempt, with the names of Apple's `sendAttemptResult`.
        package enum Result: String, Sendable, CaseIterable, Codable {
            case success = "SUCCESS"
            case timedOut = "TIMED_OUT"
            /// The certificate is missing, invalid, or doesn't match.
            case tlsIssue = "TLS_ISSUE"
            case circularRedirect = "CIRCULAR_REDIRECT"
            case noResponse = "NO_RESPONSE"
            /// The connection could not be made, or broke.
            case socketIssue = "SOCKET_ISSUE"
            case unsupportedCharset = "UNSUPPORTED_CHARSET"
            case invalidResponse = "INVALID_RESPONSE"
            /// The connection was closed while it was sent.
            case prematureClose = "PREMATURE_CLOSE"
            /// The status was not one of 200 to 206.
            case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
            case other = "OTHER"
        }
    }
}

/// A pending attempt to deliver a notification.
package struct NotificationAttempt: Sendable {
    package let id: Int64
    package let notification: StoreNotification

    package init(id: Int64, notification: StoreNotification) {
        self.id = id
        self.notification = notification
    }
}
