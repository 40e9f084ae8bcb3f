import AppReceipt
import Foundation
import GRDB

/// What the notifications told, in SQLite.
///
/// Notifications come more than once and in any order. Each is stored once, by its identifier. Of
/// each transaction and of each subscription the database keeps what was signed last, so that the
/// order in which they come makes no difference.
struct PurchaseDatabase: Sendable {
    private let database: DatabaseQueue

    /// Opens the database, and makes its tables if need be.
    init(path: String) throws {
        // Every commit is synced to the disk, as SQLite does by default. What was answered with 200
        // is not sent again, so it has to survive a power failure.
        database = try DatabaseQueue(path: path)
        try Self.migrator.migrate(database)
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE notification (
                        identifier TEXT NOT NULL PRIMARY KEY,
                        type TEXT NOT NULL,
                        subtype TEXT,
                        signedDate TEXT NOT NULL,
                        signedPayload TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX notificationByDate ON notification (signedDate);

                    CREATE TABLE purchase (
                        transactionID TEXT NOT NULL PRIMARY KEY,
                        originalTransactionID TEXT NOT NULL,
                        productID TEXT NOT NULL,
                        appAccountToken TEXT,
                        purchaseDate TEXT NOT NULL,
                        expirationDate TEXT,
                        revocationDate TEXT,
                        signedDate TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX purchaseByToken ON purchase (appAccountToken);
                    CREATE INDEX purchaseByOriginal ON purchase (originalTransactionID);

                    CREATE TABLE subscription (
                        originalTransactionID TEXT NOT NULL PRIMARY KEY,
                        status INTEGER,
                        gracePeriodExpirationDate TEXT,
                        signedDate TEXT NOT NULL
                    ) STRICT;
                    """
            )
        }
        return migrator
    }

    /// Records a notification and what it tells, in one transaction.
    ///
    /// - Returns: Whether it is new.
    func record(_ verified: VerifiedNotification) async throws -> Bool {
        try await database.write { database in
            guard try verified.insert(into: database) else { return false }
            try verified.transaction?.fold(into: database)
            try verified.renewalInfo?
                .fold(into: database, status: verified.notification.data?.status)
            return true
        }
    }

    /// What the customer with a token may use.
    ///
    /// The App Store's clock counts where it is ahead of the given date; that of a local store may
    /// be, because tests advance it.
    func entitlements(of token: UUID, at date: Date) async throws -> [Entitlement] {
        try await database.read { database in
            let lastSigned = try Date.fetchOne(
                database,
                sql: "SELECT MAX(signedDate) FROM notification"
            )
            let now = max(date, lastSigned ?? date)
            return try Entitlement.fetchAll(database, of: token).filter { $0.isValid(at: now) }
        }
    }
}
