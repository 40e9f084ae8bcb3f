import AppReceipt
package import EntitlementModel
package import Foundation

/// The App Store's request for information about a purchase that a customer wants refunded.
package struct ConsumptionRequest: Hashable, Sendable {
    /// The time in which the App Store accepts an answer, from the date of the notification.
    static let period: Milliseconds = 12 * 3_600_000

    package let key: PurchaseKey
    package let transactionID: String
    /// The `notificationUUID`, because several requests can concern one transaction.
    package let id: UUID
    let productID: String
    /// The customer's reason, in the App Store's words.
    let reason: String?
    let deadline: Milliseconds

    /// The date of the notification.
    var date: Milliseconds { deadline - Self.period }
}

extension ConsumptionRequest {
    /// The request of a notification; `nil` if the notification is of another type.
    init?(
        _ notification: VerifiedNotification,
        _ id: UUID,
        in scope: PurchaseScope
    ) throws(UnusableDocument) {
        guard notification.notification.type == .consumptionRequest,
            let transaction = notification.transaction
        else { return nil }
        let fact = try TransactionFact(transaction, in: scope)
        key = fact.key
        transactionID = fact.transactionID
        self.id = id
        productID = fact.terms.productID
        reason = try DocumentText.word(
            notification.notification.data?.consumptionRequestReason,
            "consumptionRequestReason"
        )
        deadline = Milliseconds(notification.notification.signingDate) + Self.period
    }

    /// The timeline entry for the request.
    var entry: TimelineEntry {
        var entry = TimelineEntry(date: date, reason: .consumptionRequested)
        entry.originalTransactionID = key.originalTransactionID
        entry.transactionID = transactionID
        entry.productID = productID
        return entry
    }

    /// The request as an element of the list.
    var json: JSON {
        .object([
            "id": .id(id),
            "originalTransactionId": .string(key.originalTransactionID),
            "transactionId": .string(transactionID),
            "productId": .string(productID),
            "reason": reason.map { .string($0) } ?? .written("null"),
            "requestedAt": .string(Self.text(date)),
            "deadline": .string(Self.text(deadline)),
        ])
    }

    private static func text(_ date: Milliseconds) -> String {
        date.date.formatted(Date.ISO8601FormatStyle())
    }
}
