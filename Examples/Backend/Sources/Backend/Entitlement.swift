import AppReceipt
import Foundation
import GRDB

/// A product that a customer may use.
struct Entitlement: Encodable {
    /// Why the customer may use it.
    enum State: String, Encodable {
        /// It is paid for.
        case active
        /// The renewal failed, and the App Store tries again during the grace period.
        case gracePeriod
    }

    let productId: String
    let originalTransactionId: String
    let state: State
    /// When the access ends, unless the subscription renews; `nil` for a product without an end.
    let until: Date?

    func isValid(at date: Date) -> Bool { until.map { $0 > date } ?? true }
}

extension Entitlement {
    /// The products of the customer with a token, also those whose time is over.
    ///
    /// The last transaction of a purchase decides: whether it was refunded, and to whom it belongs.
    /// The refund of an earlier period of a subscription changes nothing.
    static func fetchAll(_ database: Database, of token: UUID) throws -> [Entitlement] {
        // A column beside MAX() is that of the row with the maximum.
        try Row.fetchAll(
            database,
            sql: """
                SELECT productID, originalTransactionID, expirationDate,
                    iif(status = :grace, gracePeriodExpirationDate, NULL) AS gracePeriodEnd
                FROM (
                    SELECT *, MAX(purchaseDate) FROM purchase
                    WHERE originalTransactionID IN (
                        SELECT originalTransactionID FROM purchase WHERE appAccountToken = :token)
                    GROUP BY originalTransactionID
                )
                LEFT JOIN subscription USING (originalTransactionID)
                WHERE appAccountToken = :token AND revocationDate IS NULL
                """,
            arguments: [
                "grace": NotificationPayload.SubscriptionStatus.billingGracePeriod.rawValue,
                "token": token.uuidString,
            ]
        )
        .map(Entitlement.init)
    }

    private init(row: Row) {
        let gracePeriodEnd: Date? = row["gracePeriodEnd"]
        productId = row["productID"]
        originalTransactionId = row["originalTransactionID"]
        state = gracePeriodEnd == nil ? .active : .gracePeriod
        until = gracePeriodEnd ?? row["expirationDate"]
    }
}
