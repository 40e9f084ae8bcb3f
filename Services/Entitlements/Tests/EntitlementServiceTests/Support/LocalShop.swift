import AppReceipt
import AsyncHTTPClient
import EntitlementModel
import Foundation
import LocalAppStore
import LocalAppStoreServer

@testable import EntitlementService

/// A local store, with the App Store Server API of its notifications.
final class LocalShop: Sendable {
    let store: Store
    private let server: StoreServer
    private let running: Task<Void, any Error>
    let url: String

    init() async throws {
        store = try Store(
            catalog: .shop,
            at: .memory,
            clock: .manual(startingAt: .start),
            app: StoreApp(bundleIdentifier: PurchaseScope.shop.app, version: "1")
        )
        try store.notifications.updateSettings { $0.isRecording = true }
        let server = StoreServer(store)
        self.server = server
        running = Task { try await server.run() }
        let address = try await server.waitUntilListening()
        url = "http://\(address.description)"
    }

    func stop() async {
        await server.stop()
        running.cancel()
    }

    var roots: TrustedRoots {
        get throws {
            try TrustedRoots([
                try store.signedTransactionRootCertificate, try store.receiptRootCertificate,
            ])
        }
    }

    var access: AppStoreAccess {
        get throws { AppStoreAccess(url: url, key: try server.apiKey) }
    }

    /// The client for the store's App Store Server API.
    var client: AppStoreServerClient {
        get throws { try client { _ in } }
    }

    /// A client that reports its pauses instead of waiting.
    func client(
        clockOffset: TimeInterval = 0,
        pause: @escaping @Sendable (Duration) -> Void
    ) throws -> AppStoreServerClient {
        AppStoreServerClient(
            scope: .shop,
            url: url,
            key: try server.apiKey,
            client: .shared,
            now: { Date() + clockOffset },
            pause: pause
        )
    }

    /// The notifications of the last half year, as they are signed.
    func notifications() async throws -> [String] {
        // The history contains only events from before the current second.
        try store.time.advance(by: 1)
        let now = store.clock.now
        let start = max(Date.start, now - 170 * .day)
        var documents: [String] = []
        var next: String?
        repeat {
            let page = try await client.notifications(
                from: Milliseconds(start),
                to: Milliseconds(now),
                next: next
            )
            documents += page.documents
            next = page.next
        } while next != nil
        return documents
    }
}

extension Catalog {
    /// A shop with two levels of a subscription that families share, and other products.
    static let shop = Catalog(products: [
        CatalogProduct(id: "coins", kind: .consumable, price: 1),
        CatalogProduct(
            id: "theme",
            kind: .nonConsumable,
            price: 2,
            isFamilyShareable: true
        ),
        CatalogProduct(id: "pass", kind: .nonRenewingSubscription, price: 3),
        .subscription("gold", level: 1, months: 1, sellsSeats: true),
        .subscription("silver", level: 2, months: 1),
        .subscription("yearly", level: 2, months: 12, isPaidMonthly: true),
    ])
}

extension CatalogProduct {
    fileprivate static func subscription(
        _ id: String,
        level: Int,
        months: Int,
        sellsSeats: Bool = false,
        isPaidMonthly: Bool = false
    ) -> CatalogProduct {
        var terms = SubscriptionTerms(
            groupID: "club",
            level: level,
            period: SubscriptionPeriod(value: months, unit: .month)
        )
        if sellsSeats { terms.seatTiers = [CatalogSeatTier(minimumSeats: 1, price: 5)] }
        if isPaidMonthly { terms.monthlyPlan = MonthlyPlan(price: 1) }
        return CatalogProduct(
            id: id,
            kind: .autoRenewableSubscription,
            price: 5,
            isFamilyShareable: true,
            subscription: terms
        )
    }
}
