import AppReceipt
import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

extension Store {
    static func make(
        _ catalog: Catalog = .shop(),
        at location: StoreLocation = .memory,
        clock: StoreClock = .manual(startingAt: .start)
    ) throws -> Store {
        try Store(catalog: catalog, at: location, clock: clock)
    }

    /// Opens the ledger again, with another catalog.
    func reopened(changing change: (inout Catalog) -> Void) throws(StoreError) -> Store {
        var catalog = catalog
        change(&catalog)
        let core = try StoreCore(catalog: catalog, ledger: core.ledger, clock: clock)
        let receipts = ReceiptProvider(core.ledger, app: app, customerID: customerID)
        let store = Store(core, actingFor: customerID, receipts: receipts)
        core.stores.add(store)
        try core.start()
        return store
    }

    @discardableResult
    func pay(_ productID: String, quantity: Int = 1, user: String? = nil) throws -> LedgerEntry {
        try pay(
            PaymentRequest(
                productID: productID,
                quantity: quantity,
                applicationUsername: user
            )
        )
    }
}

extension Date {
    /// 1 March 2024 at noon UTC, at which the clock of a test's store starts.
    static let start = Date(timeIntervalSince1970: 1_709_294_400)
}

extension TimeInterval {
    static func days(_ count: Double) -> TimeInterval { count * 86_400 }
}

extension Store {
    /// The store's receipt, verified as by an app.
    func verifiedReceipt() throws -> Receipt {
        let signed = try #require(try receipt())
        return try verifier().verify(signed)
    }

    func verifier() throws -> ReceiptVerifier {
        let roots = try TrustedRoots([try receiptRootCertificate])
        return ReceiptVerifier(
            trustedRoots: roots,
            rules: [.bundleIdentifier(app.bundleIdentifier), .version(app.version)]
        )
    }

    var productsInReceipt: [String] {
        get throws { try verifiedReceipt().inAppPurchases.map(\.productIdentifier).sorted() }
    }

    /// Executes SQL on the store's own connection, outside of a transaction.
    func execute(sql: String, arguments: StatementArguments = []) throws {
        try core.ledger.queue.inDatabase { try $0.execute(sql: sql, arguments: arguments) }
    }

    /// Limits the size of the ledger as a full disk does; the present size is the minimum.
    func limitPages(to count: Int) throws {
        try execute(sql: "PRAGMA max_page_count = \(count)")
    }

    /// Writes a copy of the ledger to a new file, which no connection has open.
    func copyLedger(to file: URL) throws {
        try execute(sql: "VACUUM INTO ?", arguments: [file.path])
    }
}

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String = "store.ledger") -> URL {
        url.appendingPathComponent(name)
    }
}

extension LedgerSchema {
    /// SQL that undoes the migrations after version 3, except for the version number.
    static let undoingToVersion3 = """
        \(undoingCustomers)
        DROP INDEX entryNonce;
        DROP INDEX entryRedeemed;
        ALTER TABLE entry DROP COLUMN offerNonce;
        ALTER TABLE entry DROP COLUMN offerCode;
        ALTER TABLE entry DROP COLUMN winBackOfferID;
        ALTER TABLE entry DROP COLUMN amountRefunded;
        ALTER TABLE entry DROP COLUMN upgradeDate;
        ALTER TABLE entry DROP COLUMN revocationReason;
        DROP TABLE subscription;
        DROP TABLE download;
        """

    /// SQL that undoes the migrations after version 25.
    static let undoingToVersion25 = """
        ALTER TABLE entry DROP COLUMN allowsIntroductoryOffer;
        """

    /// SQL that undoes the migrations after version 23.
    static let undoingToVersion23 = """
        \(undoingToVersion25)
        DROP TABLE retentionImage;
        DROP TABLE retentionMessage;
        DROP TABLE defaultMessage;
        DROP TABLE performanceTest;
        DROP TABLE seatGroup;
        DROP TABLE seatMember;
        DROP TABLE seatClaim;
        """

    /// SQL that undoes the migrations after version 22.
    static let undoingToVersion22 = """
        \(undoingToVersion23)
        ALTER TABLE entry DROP COLUMN billingPlan;
        ALTER TABLE entry DROP COLUMN commitment;
        ALTER TABLE entry DROP COLUMN seats;
        ALTER TABLE entry DROP COLUMN isAssigned;
        ALTER TABLE subscription DROP COLUMN commitment;
        ALTER TABLE subscription DROP COLUMN billingPlan;
        ALTER TABLE subscription DROP COLUMN renewalPlan;
        ALTER TABLE subscription DROP COLUMN renewalSeatCount;
        """

    /// SQL that undoes the migrations after version 19.
    static let undoingToVersion19 = """
        \(undoingToVersion22)
        DROP TABLE signature;
        ALTER TABLE notification DROP COLUMN signedDate;
        DROP INDEX refundRequestByRevision;
        ALTER TABLE refundRequest DROP COLUMN revision;
        """

    /// SQL that undoes the migrations after version 17.
    static let undoingToVersion17 = """
        \(undoingToVersion19)
        ALTER TABLE entry DROP COLUMN seal;
        ALTER TABLE subscription DROP COLUMN seal;
        ALTER TABLE counter DROP COLUMN sealKey;
        ALTER TABLE entry DROP COLUMN purchaseAPI;
        ALTER TABLE entry DROP COLUMN finishAPI;
        ALTER TABLE entry DROP COLUMN contentRevision;
        """

    /// SQL that undoes the migrations after version 9.
    static let undoingServerRequests = """
        \(undoingToVersion17)
        DROP TABLE billingIssue;
        DROP INDEX entryRefunded;
        DROP INDEX entryUpgraded;
        DROP INDEX entryInterrupted;
        ALTER TABLE subscription DROP COLUMN suspendedOffers;
        ALTER TABLE subscription DROP COLUMN anchorDay;
        ALTER TABLE notificationAttempt DROP COLUMN status;
        ALTER TABLE notificationAttempt DROP COLUMN response;
        ALTER TABLE counter DROP COLUMN newestDate;
        DROP INDEX entryByCustomer;
        DROP INDEX entryByProduct;
        DROP INDEX entryByState;
        DROP INDEX notificationByRevision;
        DROP TABLE refundRequest;
        DROP TABLE renewalExtension;
        DROP TABLE massExtension;
        """

    /// SQL that undoes the migrations after version 7.
    static let undoingSignedTransactions = """
        \(undoingServerRequests)
        DROP TABLE notification;
        DROP TABLE notificationAttempt;
        ALTER TABLE entry DROP COLUMN isRenewal;
        ALTER TABLE subscription DROP COLUMN startDate;
        """

    /// SQL that undoes the migrations after version 6.
    static let undoingCustomers = """
        \(undoingSignedTransactions)
        ALTER TABLE counter ADD COLUMN receiptRevision INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE counter ADD COLUMN receiptDate INTEGER;
        UPDATE counter SET (receiptRevision, receiptDate) =
            (SELECT receiptRevision, receiptDate FROM customer WHERE id = 1);
        DROP TABLE customer;
        DROP INDEX entryByRevision;
        DROP INDEX entryOwned;
        DROP INDEX entrySubscribed;
        DROP INDEX entryUnfinished;
        DROP INDEX entryRevoked;
        DROP INDEX entryRestorable;
        DROP INDEX entryIntroductory;
        DROP INDEX entryKept;
        DROP INDEX entryRedeemed;
        DROP INDEX entryShared;
        DROP INDEX subscriptionByProduct;
        DROP INDEX subscriptionByRevision;
        DROP INDEX removalByRevision;
        ALTER TABLE entry DROP COLUMN customerID;
        ALTER TABLE entry DROP COLUMN sharedEntryID;
        ALTER TABLE subscription DROP COLUMN customerID;
        ALTER TABLE removal DROP COLUMN customerID;
        ALTER TABLE purchaseIntent DROP COLUMN customerID;
        CREATE INDEX entryByRevision ON entry (revision);
        CREATE INDEX entryOwned ON entry (productID, state) WHERE kind = 'nonConsumable';
        CREATE INDEX entrySubscribed ON entry (subscriptionGroupID)
            WHERE subscriptionGroupID IS NOT NULL;
        CREATE INDEX entryUnfinished ON entry (id) WHERE NOT isFinished;
        CREATE INDEX entryRevoked ON entry (id) WHERE isRevocationUndelivered;
        CREATE INDEX entryRestorable ON entry (id)
            WHERE state = 'purchased' AND revocationDate IS NULL
            AND (kind = 'nonConsumable' AND originalID = id OR subscriptionGroupID IS NOT NULL);
        CREATE INDEX entryIntroductory ON entry (subscriptionGroupID)
            WHERE offerKind = 'introductory';
        CREATE INDEX entryKept ON entry (id) WHERE state = 'purchased' AND kind <> 'consumable';
        CREATE INDEX entryRedeemed ON entry (offerCode, productID) WHERE offerCode IS NOT NULL;
        CREATE INDEX subscriptionByProduct ON subscription (productID);
        CREATE INDEX subscriptionByRevision ON subscription (revision);
        CREATE INDEX removalByRevision ON removal (revision);
        """
}
