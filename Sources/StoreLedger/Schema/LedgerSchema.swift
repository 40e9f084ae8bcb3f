import Foundation
import GRDB
import StoreModel

/// The ledger's tables and their migrations.
///
/// The file's `user_version` is the number of migrations that were applied; its `application_id`
/// marks the file as a ledger.
enum LedgerSchema {
    /// "LASL" in ASCII, in the header of every ledger.
    static let applicationID: Int32 = 0x4C41_534C

    static var version: Int { migrations.count }

    /// Migrates a ledger in one transaction, so that two processes can do it at the same time.
    static func migrate(_ database: Database) throws {
        guard try currentVersion(of: database) < version else { return }
        try database.inTransaction(.immediate) {
            let current = try currentVersion(of: database)
            for migration in migrations.dropFirst(current) {
                try database.execute(sql: migration)
            }
            if current < firstVersionWithSeals { try LedgerSeal.sealAll(database) }
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }

    static func currentVersion(of database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Throws unless this library supports the version of a ledger.
    static func validate(version: Int, of url: URL) throws(StoreError) {
        guard version >= 0 else {
            throw .damagedFile(path: url.path, detail: "its user_version is \(version)")
        }
        guard version <= self.version else {
            throw .newerFile(path: url.path, version: version, supported: self.version)
        }
    }

    private static let migrations = [
        version1, version2, version3, subscriptions, offers, downloads, customers,
        signedTransactions, notifications, refundRequests, renewalExtensions, administration,
        billingIssues, suspendedOffers, billingDates, notificationAnswers, newestDate,
        apis, seals, refundRequestRevisions, environments, signatures, plansAndSeats,
        seatGroups, retention, attemptNumbers, introductoryDecisions,
    ]

    private static let firstVersionWithSeals = 19

    // Dates are milliseconds since 1970, prices are decimal text. `revision` is the revision of a
    // row's last change, so that a process can query the changes since an earlier one.
    private static let version1 = """
        PRAGMA application_id = \(applicationID);
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY,
            originalID INTEGER NOT NULL,
            paymentToken BLOB NOT NULL UNIQUE,
            productID TEXT NOT NULL,
            kind TEXT,
            quantity INTEGER NOT NULL,
            subscriptionGroupID TEXT,
            state TEXT NOT NULL,
            failureCode INTEGER,
            serverFailure INTEGER,
            isFinished INTEGER NOT NULL,
            hasIssue INTEGER NOT NULL,
            purchaseDate INTEGER NOT NULL,
            originalPurchaseDate INTEGER NOT NULL,
            expirationDate INTEGER,
            revocationDate INTEGER,
            isRevocationUndelivered INTEGER NOT NULL,
            isUpgraded INTEGER NOT NULL,
            price TEXT NOT NULL,
            currencyCode TEXT NOT NULL,
            storefront TEXT NOT NULL,
            offerKind TEXT,
            discount TEXT,
            applicationUsername TEXT,
            requestData BLOB,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX entryByRevision ON entry (revision);
        CREATE INDEX entryByOriginal ON entry (originalID) WHERE originalID <> id;
        CREATE INDEX entryOwned ON entry (productID, state) WHERE kind = 'nonConsumable';
        CREATE INDEX entrySubscribed ON entry (subscriptionGroupID)
            WHERE subscriptionGroupID IS NOT NULL;
        CREATE INDEX entryUnfinished ON entry (id) WHERE NOT isFinished;
        CREATE INDEX entryRevoked ON entry (id) WHERE isRevocationUndelivered;
        CREATE INDEX entryRestorable ON entry (id)
            WHERE state = 'purchased' AND revocationDate IS NULL
            AND (kind = 'nonConsumable' AND originalID = id OR subscriptionGroupID IS NOT NULL);
        CREATE INDEX entryCopied ON entry (originalID) WHERE state = 'restored';
        CREATE INDEX entryIntroductory ON entry (subscriptionGroupID)
            WHERE offerKind = 'introductory';
        CREATE TABLE removal (
            revision INTEGER NOT NULL,
            entryID INTEGER
        ) STRICT;
        CREATE INDEX removalByRevision ON removal (revision);
        CREATE TABLE purchaseIntent (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            productID TEXT NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE preference (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE counter (
            revision INTEGER NOT NULL,
            lastEntryID INTEGER NOT NULL
        ) STRICT;
        INSERT INTO counter VALUES (0, 0);
        """

    // A receipt is made from the entries. Only the revision and the date of the last issuance are
    // stored.
    private static let version2 = """
        ALTER TABLE counter ADD COLUMN receiptRevision INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE counter ADD COLUMN receiptDate INTEGER;
        CREATE INDEX entryKept ON entry (id) WHERE state = 'purchased' AND kind <> 'consumable';
        """

    // The reason why a payment failed, for developers.
    private static let version3 = "ALTER TABLE entry ADD COLUMN failureReason TEXT"

    // Subscriptions renew. Those that were bought before do not, because they were sold without
    // renewals.
    private static let subscriptions = """
        ALTER TABLE entry ADD COLUMN amountRefunded TEXT NOT NULL DEFAULT '0';
        ALTER TABLE entry ADD COLUMN upgradeDate INTEGER;
        ALTER TABLE entry ADD COLUMN revocationReason INTEGER;
        CREATE TABLE subscription (
            id INTEGER PRIMARY KEY,
            groupID TEXT NOT NULL,
            productID TEXT NOT NULL,
            entryID INTEGER NOT NULL,
            expirationDate INTEGER NOT NULL,
            renewalProductID TEXT NOT NULL,
            isAutoRenewEnabled INTEGER NOT NULL,
            renewalOffers TEXT,
            gracePeriodEnd INTEGER,
            retryEnd INTEGER,
            priceConsent TEXT,
            expirationReason INTEGER,
            revocationDate INTEGER,
            anchorDate INTEGER NOT NULL,
            anchorCount INTEGER NOT NULL,
            nextEventDate INTEGER,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX subscriptionDue ON subscription (nextEventDate, id)
            WHERE nextEventDate IS NOT NULL;
        CREATE INDEX subscriptionByProduct ON subscription (productID);
        CREATE INDEX subscriptionByRevision ON subscription (revision);
        INSERT INTO subscription
            SELECT originalID, subscriptionGroupID, productID, id,
                coalesce(expirationDate, purchaseDate), productID, 0, NULL, NULL, NULL, NULL,
                NULL, revocationDate, purchaseDate, 1,
                CASE WHEN revocationDate IS NULL THEN coalesce(expirationDate, purchaseDate) END,
                revision
            FROM entry WHERE id IN (
                SELECT max(id) FROM entry
                WHERE state = 'purchased' AND subscriptionGroupID IS NOT NULL AND NOT isUpgraded
                GROUP BY originalID
            );
        """

    // The offers of codes and win-back offers that payments requested, and the nonces of
    // promotional offers. Nonces from before are not known, and neither were their signatures
    // verified.
    private static let offers = """
        ALTER TABLE entry ADD COLUMN offerNonce BLOB;
        ALTER TABLE entry ADD COLUMN offerCode TEXT;
        ALTER TABLE entry ADD COLUMN winBackOfferID TEXT;
        CREATE INDEX entryNonce ON entry (offerNonce) WHERE offerNonce IS NOT NULL;
        CREATE INDEX entryRedeemed ON entry (offerCode, productID) WHERE offerCode IS NOT NULL;
        """
}
