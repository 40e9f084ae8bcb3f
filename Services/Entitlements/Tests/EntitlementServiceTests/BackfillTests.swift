import AppReceipt
import AsyncHTTPClient
import Crypto
import EntitlementModel
import Foundation
import LocalAppStore
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct BackfillTests {
    @Test(arguments: [
        (PurchaseEnvironment.production, "https://api.storekit.apple.com"),
        (.sandbox, "https://api.storekit-sandbox.apple.com"),
    ])
    func `Apple's server is that of the environment`(
        environment: PurchaseEnvironment,
        url: String
    ) throws {
        let key = try ServerAPIKey(
            pemRepresentation: P256.Signing.PrivateKey().pemRepresentation,
            id: "2X9R4HXF34",
            issuerID: UUID()
        )
        let scope = PurchaseScope(app: "com.example.shop", environment: environment)
        let client = AppStoreServerClient(scope: scope, key: key, client: .shared)
        #expect(client.url == url)
    }

    @Test func `a backfill records the notifications of half a year, once`() async throws {
        let shop = try await LocalShop()
        try shop.store.pay(PaymentRequest(productID: "theme"))
        try shop.store.pay(PaymentRequest(productID: "gold"))
        for _ in 0..<30 { try shop.store.time.advance(by: 31 * .day / 6) }
        try shop.store.time.advance(by: 1)
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        let backfill = try shop.backfill(service)
        let summary = try await backfill.recordNotifications()
        #expect(summary.recorded == 7)
        #expect(summary.refusals.isEmpty)
        // Event receivers get the changes found by the backfill.
        #expect(try await service.rows("TABLE entitlements.delivery").count == 1)
        let again = try await backfill.recordNotifications()
        #expect(again.recorded == 0)
        #expect(again.known == 7)
        // Both were bought with one download of the app.
        #expect(try await service.entitlements(of: .originalTransaction("2")).count == 2)
        await shop.stop()
    }

    @Test(arguments: [1, Backfill.longestHistory])
    func `a backfill goes on where it was interrupted, up to the present`(days: Int) async throws {
        let shop = try await LocalShop()
        for _ in 0..<45 { try shop.store.pay(PaymentRequest(productID: "coins")) }
        try shop.store.time.advance(by: 5)
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        try await shop.interruptBackfill(service, days: days)
        let known = try await service.rows("TABLE entitlements.document").count
        #expect((20..<45).contains(known))
        try shop.store.pay(PaymentRequest(productID: "theme"))
        try shop.store.time.advance(by: 0.01 * .day)
        service.clock.set(to: Milliseconds(shop.store.clock.now))
        let summary = try await shop.backfill(service).recordNotifications(days: days)
        #expect(summary.recorded == 46 - known)
        #expect(summary.known == 0)
        #expect(try await service.rows("TABLE entitlements.backfill").isEmpty)
        await shop.stop()
    }

    @Test func `a backfill is longer than one that was interrupted`() async throws {
        let shop = try await LocalShop()
        try shop.store.pay(PaymentRequest(productID: "theme"))
        try shop.store.time.advance(by: 5 * .day)
        for _ in 0..<25 { try shop.store.pay(PaymentRequest(productID: "coins")) }
        try shop.store.time.advance(by: 1)
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        try await shop.interruptBackfill(service, days: 1)
        _ = try await shop.backfill(service).recordNotifications(days: 10)
        #expect(try await service.rows("TABLE entitlements.document").count == 26)
        await shop.stop()
    }

    @Test(arguments: ["%lld %lld %lld x", "%lld %lld x"])
    func `a backfill that was interrupted half a year ago begins anew`(
        position: String
    ) async throws {
        let shop = try await LocalShop()
        try shop.store.pay(PaymentRequest(productID: "theme"))
        try shop.store.time.advance(by: 1)
        let now = Milliseconds(shop.store.clock.now)
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        let start = now - 190 * .day
        _ = try await service.database.query(
            BackfillTable.note(
                String(format: position, start, start, now),
                of: "notifications",
                in: .shop
            )
        )
        #expect(try await shop.backfill(service).recordNotifications().recorded == 1)
        await shop.stop()
    }

    @Test func `the transactions of known purchases are fetched with their renewal infos`()
        async throws
    {
        let shop = try await LocalShop()
        let entry = try shop.store.pay(PaymentRequest(productID: "gold"))
        try shop.store.pay(PaymentRequest(productID: "theme"))
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        let signed = try shop.store.signedTransaction(of: entry).compactSerialization
        let now = Milliseconds(shop.store.clock.now)
        try await service.recorder.record(try service.verifier.verify(transaction: signed, at: now))
        let summary = try await shop.backfill(service).recordTransactions()
        #expect(summary.refusals.isEmpty)
        #expect(try await service.rows("TABLE entitlements_state.purchase").count == 2)
        let renewed = "SELECT DISTINCT original_id FROM entitlements_state.renewal"
        #expect(try await service.rows(renewed).count == 1)
        let report = try await Rebuild(apps: service.apps, database: service.database).run()
        #expect(report.isEqual)
        await shop.stop()
    }

    @Test func `a customer's history is fetched once`() async throws {
        let shop = try await LocalShop()
        for _ in 0..<5 { try shop.store.pay(PaymentRequest(productID: "coins")) }
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        for notification in try await shop.notifications() {
            try await service.receive(notification)
        }
        let summary = try await shop.backfill(service).recordTransactions()
        #expect(summary.recorded == 5)
        #expect(summary.known == 0)
        await shop.stop()
    }

    @Test func `the transactions of an erased purchase are not fetched again`() async throws {
        let shop = try await LocalShop()
        let entry = try shop.store.pay(PaymentRequest(productID: "theme"))
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        let signed = try shop.store.signedTransaction(of: entry).compactSerialization
        let now = Milliseconds(shop.store.clock.now)
        try await service.recorder.record(try service.verifier.verify(transaction: signed, at: now))
        let purchase = ScopedCustomer(scope: .shop, id: .originalTransaction("1"))
        let customer = try await service.reader.answer(for: purchase).holder
        _ = try await Eraser(ledger: service.ledger, database: service.database)
            .erase(customer, by: "anna")
        let summary = try await shop.backfill(service).recordTransactions()
        #expect(summary.recorded + summary.known == 0)
        #expect(try await service.entitlements(of: customer.id).isEmpty)
        await shop.stop()
    }

    @Test func `a purchase that the App Store does not know is named`() async throws {
        let shop = try await LocalShop()
        let service = try await TestService(roots: try shop.roots)
        let facts = TransactionFact(
            key: PurchaseKey(scope: .shop, originalTransactionID: "99"),
            transactionID: "99",
            terms: .init(
                watermark: Watermark(signingDate: 0, digest: []),
                productID: "gold",
                purchaseDate: 0
            )
        )
        try await service.record([facts])
        let summary = try await shop.backfill(service).recordTransactions()
        #expect(summary.refusals.count == 1)
        #expect(summary.refusals.first?.hasPrefix("99: The App Store responded with 404.") == true)
        await shop.stop()
    }
}

extension LocalShop {
    func backfill(_ service: TestService, _ database: (any SQLDatabase)? = nil) throws -> Backfill {
        Backfill(
            try client,
            apps: service.apps,
            database: database ?? service.database,
            clock: service.clock,
            deliversEvents: true
        )
    }

    /// Begins a backfill of notifications that is interrupted when a part has a second page.
    fileprivate func interruptBackfill(_ service: TestService, days: Int) async throws {
        let backfill = try backfill(service, EndingDatabase(database: service.database))
        await #expect(throws: SQLError.self) {
            try await backfill.recordNotifications(days: days)
        }
    }
}

/// A database that is unavailable once the position of a second page is noted.
private struct EndingDatabase: SQLDatabase {
    let database: any SQLDatabase

    var isSharded: Bool { database.isSharded }

    func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
        let result = try await database.query(statement)
        guard statement.text.hasPrefix("INSERT INTO entitlements.backfill"),
            case .text(let position)? = statement.values.last, !position.hasSuffix(" ")
        else { return result }
        throw .decoding("interrupted")
    }

    func transaction<Value: Sendable>(
        _ isolation: IsolationLevel,
        _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        try await database.transaction(isolation, body)
    }
}
