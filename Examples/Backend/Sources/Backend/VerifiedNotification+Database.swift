import AppReceipt
import Foundation
import GRDB

extension VerifiedNotification {
    /// Inserts the notification, unless it is there already; returns whether it was not.
    func insert(into database: Database) throws -> Bool {
        try database.execute(
            sql: """
                INSERT INTO notification (identifier, type, subtype, signedDate, signedPayload)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [
                notification.identifier?.uuidString, notification.type?.rawValue,
                notification.subtype?.rawValue, notification.signingDate,
                notification.signed.compactSerialization,
            ]
        )
        return database.changesCount > 0
    }
}

extension VerifiedJWS<TransactionPayload> {
    /// Stores what the transaction says, unless something newer is known of it.
    func fold(into database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO purchase (transactionID, originalTransactionID, productID,
                    appAccountToken, purchaseDate, expirationDate, revocationDate, signedDate)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (transactionID) DO UPDATE SET
                    appAccountToken = excluded.appAccountToken,
                    expirationDate = excluded.expirationDate,
                    revocationDate = excluded.revocationDate,
                    signedDate = excluded.signedDate
                WHERE excluded.signedDate >= signedDate
                """,
            arguments: [
                payload.transactionIdentifier, payload.originalTransactionIdentifier,
                payload.productIdentifier, payload.appAccountToken?.uuidString,
                payload.purchaseDate, payload.expirationDate, payload.revocationDate,
                signingDate,
            ]
        )
    }
}

extension VerifiedJWS<RenewalInfoPayload> {
    /// Stores how the subscription goes on, unless something newer is known of it.
    func fold(
        into database: Database,
        status: NotificationPayload.SubscriptionStatus?
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO subscription (originalTransactionID, status,
                    gracePeriodExpirationDate, signedDate)
                VALUES (?, ?, ?, ?)
                ON CONFLICT (originalTransactionID) DO UPDATE SET
                    status = excluded.status,
                    gracePeriodExpirationDate = excluded.gracePeriodExpirationDate,
                    signedDate = excluded.signedDate
                WHERE excluded.signedDate >= signedDate
                """,
            arguments: [
                payload.originalTransactionIdentifier, status?.rawValue,
                payload.gracePeriodExpirationDate, signingDate,
            ]
        )
    }
}
