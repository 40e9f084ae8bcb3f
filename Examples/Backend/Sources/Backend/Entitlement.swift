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
    /// The last purchase of each product or subscription that was neither refunded nor upgraded,
    /// whether or not its time is over.
    ///
    /// Each transaction counts by itself: when an earlier period of a subscription is refunded, the
    /// present one stays.
    static func fetchAll(_ database: Database, of token: UUID) throws -> [Entitlement] {
        // A column beside MAX() is that of the row with the maximum.
        try Row.fetchAll(
            database,
            sql: """
                SELECT productID, originalTransactionID, expirationDate, MAX(purchaseDate),
                    iif(status = ?, gracePeriodExpirationDate, NULL) AS gracePeriodEnd
                FROM purchase LEFT JOIN subscription USING (originalTransactionID)
                WHERE appAccountToken = ? AND revocationDate IS NULL AND NOT isUpgraded
                GROUP BY originalTransactionID
                """,
            arguments: [
                NotificationPayload.SubscriptionStatus.billingGracePeriod.rawValue,
                token.uuidString,
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
