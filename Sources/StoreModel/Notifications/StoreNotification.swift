package import AppReceipt
package import Foundation

/// A notification of the App Store Server (version 2) that the store recorded.
package struct StoreNotification: Sendable, Equatable, Identifiable {
    /// The number, which increases in the order in which notifications were recorded.
    package let id: Int64
    /// The `notificationUUID`, which every delivery has.
    package let identifier: UUID
    /// The type of the event.
    package let type: NotificationPayload.NotificationType
    /// The subtype of the event.
    package let subtype: NotificationPayload.Subtype?
    /// The date of the event.
    package let date: Date
    /// The date of its signature: later than those of all signatures about the purchase before.
    package let signedDate: Date
    /// The customer; `nil` if it is not about a purchase.
    package let customerID: Customer.ID?
    /// The `id` of the transaction; `nil` if it is not about a purchase.
    package let entryID: LedgerEntry.ID?
    /// The date of the next attempt; `nil` without one.
    package let nextAttemptDate: Date?

    /// The purchase that it is about, whose notifications are sent in their order; `nil` if it is
    /// not about one.
    package let originalID: LedgerEntry.ID?
    /// The content as of the event, without the values that depend on the app.
    package let payload: NotificationPayload
    package let transactionInfo: TransactionPayload?
    package let renewalInfo: RenewalInfoPayload?

    package init(
        id: Int64,
        identifier: UUID,
        type: NotificationPayload.NotificationType,
        subtype: NotificationPayload.Subtype?,
        date: Date,
        signedDate: Date,
        customerID: Customer.ID?,
        entryID: LedgerEntry.ID?,
        nextAttemptDate: Date?,
        originalID: LedgerEntry.ID?,
        payload: NotificationPayload,
        transactionInfo: TransactionPayload?,
        renewalInfo: RenewalInfoPayload?
    ) {
        self.id = id
        self.identifier = identifier
        self.type = type
        self.subtype = subtype
        self.date = date
        self.signedDate = signedDate
        self.customerID = customerID
        self.entryID = entryID
        self.nextAttemptDate = nextAttemptDate
        self.originalID = originalID
        self.payload = payload
        self.transactionInfo = transactionInfo
        self.renewalInfo = renewalInfo
    }
}

extension StoreNotification {
    /// The seconds for which notifications are kept after their event, 180 days as by Apple.
    package static let retention: TimeInterval = 180 * 86_400

    /// An attempt to deliver a notification.
    package struct Attempt: Sendable, Equatable {
        /// The start of the attempt.
        package let date: Date
        /// The result; `nil` while it is pending, or if its process was killed.
        package let result: Result?
        /// The HTTP status of the response; `nil` without one.
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
            /// The server received it.
            case success = "SUCCESS"
            /// The server did not respond in time.
            case timedOut = "TIMED_OUT"
            /// The certificate is missing, invalid, or doesn't match.
            case tlsIssue = "TLS_ISSUE"
            /// The server redirects in a circle.
            case circularRedirect = "CIRCULAR_REDIRECT"
            /// The server did not respond.
            case noResponse = "NO_RESPONSE"
            /// The connection could not be made, or broke.
            case socketIssue = "SOCKET_ISSUE"
            /// The charset is not supported.
            case unsupportedCharset = "UNSUPPORTED_CHARSET"
            /// The response is not valid.
            case invalidResponse = "INVALID_RESPONSE"
            /// The connection was closed while it was sent.
            case prematureClose = "PREMATURE_CLOSE"
            /// The status was not one of 200 to 206.
            case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
            /// Something else.
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
