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

    @Test func `a backfill goes on where it was interrupted`() async throws {
        let shop = try await LocalShop()
        for _ in 0..<45 { try shop.store.pay(PaymentRequest(productID: "coins")) }
        try shop.store.time.advance(by: 1)
        let now = Milliseconds(shop.store.clock.now)
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        let first = try await shop.client.notifications(from: now - .day, to: now, next: nil)
        let next = try #require(first.next)
        _ = try await service.database.query(
            BackfillTable.note("\(now - .day) \(now) \(next)", of: "notifications", in: .shop)
        )
        let summary = try await shop.backfill(service).recordNotifications()
        #expect(summary.recorded == 45 - first.documents.count)
        #expect(try await service.rows("TABLE entitlements.backfill").isEmpty)
        await shop.stop()
    }

    @Test func `a backfill that was interrupted half a year ago begins anew`() async throws {
        let shop = try await LocalShop()
        try shop.store.pay(PaymentRequest(productID: "theme"))
        try shop.store.time.advance(by: 1)
        let now = Milliseconds(shop.store.clock.now)
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        _ = try await service.database.query(
            BackfillTable.note("\(now - 190 * .day) \(now) x", of: "notifications", in: .shop)
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
    func backfill(_ service: TestService) throws -> Backfill {
        Backfill(
            try client,
            apps: service.apps,
            database: service.database,
            clock: service.clock,
            deliversEvents: true
        )
    }
}
