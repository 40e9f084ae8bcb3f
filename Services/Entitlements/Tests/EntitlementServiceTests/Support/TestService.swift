import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import TestCluster

@testable import EntitlementService

/// The parts of a service with its own database and a stopped clock.
final class TestService: Sendable {
    let database: any SQLDatabase
    /// The same database, for the statements of tests.
    let connections: PostgresDatabase
    let connectionString: String
    let apps: AppDirectory
    let clock: ServiceClock
    let appStore: TestAppStore
    let verifier: DocumentVerifier
    let ledger: PurchaseLedger
    let recorder: Recorder

    /// A database with the present schema, as a template for others.
    private static let template = Task {
        let cluster = try await TestCluster.shared()
        let database = try PostgresDatabase.make(try await cluster.makeDatabase("template_service"))
        try await Migrator(database).migrate()
        if ShardedDatabase.isRequested { try await ShardedDatabase.spread(database) }
        database.close()
        return cluster
    }

    init(
        catalog: ProductCatalog = ProductCatalog(),
        roots: TrustedRoots? = nil,
        environments: [PurchaseEnvironment] = [.sandbox],
        transferPolicy: TransferPolicy = .newest,
        erasure: ErasurePolicy = .transactions,
        consumption: ConsumptionRule? = nil,
        deliversEvents: Bool = false,
        at date: Date = .start
    ) async throws {
        let cluster = try await Self.template.value
        connectionString = try await cluster.makeDatabase(from: "template_service")
        connections = try .make(connectionString)
        database = ShardedDatabase.isRequested ? ShardedDatabase(connections) : connections
        appStore = try TestAppStore.shared.get()
        let roots = roots ?? appStore.roots
        let app = AppConfiguration(
            bundleID: PurchaseScope.shop.app,
            roots: Dictionary(environments.map { ($0, roots) }) { first, _ in first },
            catalog: catalog,
            transferPolicy: transferPolicy,
            erasure: erasure,
            consumption: consumption
        )
        apps = AppDirectory([app])
        clock = ServiceClock(at: Milliseconds(date))
        verifier = DocumentVerifier(apps)
        ledger = PurchaseLedger(apps: apps, clock: clock, deliversEvents: deliversEvents)
        recorder = Recorder(database, ledger)
    }

    deinit { connections.close() }

    /// Ends the connections, as if the database were unavailable.
    func close() { connections.close() }

    var reader: EntitlementReader {
        EntitlementReader(database: database, apps: apps, clock: clock)
    }

    /// Receives a notification.
    @discardableResult
    func receive(_ signedPayload: String) async throws -> Bool {
        try await receive(.notification(signedPayload))
    }

    /// Receives a transaction that an app uploads.
    @discardableResult
    func receive(_ transaction: TransactionPayload) async throws -> Bool {
        try await receive(.transaction(try appStore.sign(transaction)))
    }

    /// The entitlements of a customer.
    func entitlements(
        of customer: CustomerID = .account(.account),
        at date: Date? = nil
    ) async throws -> [Entitlement] {
        try await reader.answer(
            for: ScopedCustomer(scope: .shop, id: customer),
            at: date.map { Milliseconds($0) }
        ).entitlements
    }

    /// The rows of a query, each with its columns as one text.
    func rows(_ query: String) async throws -> [String] {
        try await connections.query(Statement("SELECT row::text FROM (\(query)) AS row"))
            .map { row throws(SQLError) -> String in try row.next() }
    }

    /// All that is known of purchases, byte by byte.
    func state() async throws -> [String] {
        var rows: [String] = []
        for table in ["transaction", "renewal"] {
            let found = try await self.rows("TABLE entitlements_state.\(table)")
            rows += found.map { "\(table) \($0)" }
        }
        let purchase = TableColumns<PurchaseState>.purchase.otherNames
        let purchases = try await self.rows(
            "SELECT app, environment, original_id, \(purchase) FROM entitlements_state.purchase"
        )
        // Revisions and dates of settlement depend on the order.
        let owned = TableColumns<OwnedPurchase>.decided(\.purchase).map(\.name)
            .joined(separator: ", ")
        let ownedPurchases = try await self.rows(
            """
            SELECT customer, name, original_id, last_entry, \(owned)
            FROM entitlements_state.owned_purchase WHERE is_owned
            """
        )
        let credits = try await self.rows(
            """
            SELECT customer, name, original_id, product_id, units FROM entitlements_state.credit
            WHERE units > 0
            """
        )
        rows += purchases + ownedPurchases + credits
        return rows.sorted()
    }

    /// The purchases that customers have.
    var ownedPurchases: [String] {
        get async throws {
            try await rows(
                "SELECT customer, original_id FROM entitlements_state.owned_purchase WHERE is_owned"
            )
        }
    }

    /// The events of all customers, as they are sent.
    func events() async throws -> [String] {
        try await rows(
            """
            SELECT customer, sequence, type, entitlements FROM entitlements.event
            ORDER BY customer, sequence
            """
        )
    }
}

extension PostgresDatabase {
    static func make(_ connectionString: String) throws -> PostgresDatabase {
        var configuration = Configuration(address: try DatabaseAddress(connectionString))
        configuration.connectionCount = 3
        configuration.timeout = .seconds(30)
        return PostgresDatabase(configuration)
    }
}
