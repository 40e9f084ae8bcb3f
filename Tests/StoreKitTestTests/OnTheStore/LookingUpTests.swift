import Foundation
import LocalAppStore
import StoreKit
import SwiftyStoreKit
import Testing

@Suite("Looking products up in the store with the facade", .timeLimit(.minutes(20)))
struct LookingUpTests {
    let store: Store
    let app: App
    private let time = TestTime()

    init() throws {
        store = try .wares()
        app = .launch(on: store, now: { [time] in time.now })
    }

    @Test("What is sold is found, and what is not is named")
    func finding() async throws {
        let results = try #require(await app.retrieve(Wares.hints, Wares.monthly, "bricks"))
        #expect(
            Set(results.retrievedProducts.map(\.productIdentifier)) == [Wares.hints, Wares.monthly]
        )
        #expect(results.invalidProductIDs == ["bricks"])
        #expect(results.error == nil)
    }

    @Test("A product is looked up once an hour")
    func caching() async throws {
        let first = try #require(await app.retrieve(Wares.hints)?.retrievedProducts.first)
        time.advance(by: 3_599)
        let kept = try #require(await app.retrieve(Wares.hints)?.retrievedProducts.first)
        #expect(kept === first)
        time.advance(by: 1)
        let fresh = try #require(await app.retrieve(Wares.hints)?.retrievedProducts.first)
        #expect(fresh !== first)
    }

    @Test("Prices of before a change of storefront are not served after it")
    func moving() async throws {
        let before = try #require(await app.retrieve(Wares.hints)?.retrievedProducts.first)
        #expect(before.priceLocale.currency?.identifier == "USD")
        try store.updateSettings { $0.storefront = "JPN" }
        #expect(await app.watcher.hears(.moved(to: "JPN")))
        let after = try #require(await app.retrieve(Wares.hints)?.retrievedProducts.first)
        #expect(after.priceLocale.currency?.identifier == "JPY")
    }

    @Test("A look-up that is cancelled ends with that error, once")
    func cancelling() async throws {
        let results = Inbox<RetrieveResults>()
        // On the main queue, where the answer cannot come in between.
        await MainActor.run {
            app.coordinator.retrieveProductsInfo([Wares.hints]) { results.receive($0) }.cancel()
        }
        let error = try #require(await results.first()?.error as? SwiftyStoreKitError)
        #expect(error == .productsRequestCancelled)
        #expect(await app.retrieve(Wares.hints)?.retrievedProducts.count == 1)
        #expect(results.all.count == 1)
    }

    @Test("Of two who look up the same, one that cancels leaves the other its answer")
    func sharing() async throws {
        let stays = Inbox<RetrieveResults>()
        let leaves = Inbox<RetrieveResults>()
        await MainActor.run {
            app.coordinator.retrieveProductsInfo([Wares.hints]) { stays.receive($0) }
            app.coordinator.retrieveProductsInfo([Wares.hints]) { leaves.receive($0) }.cancel()
        }
        #expect(await stays.first()?.retrievedProducts.count == 1)
        #expect(await leaves.first()?.error is SwiftyStoreKitError)
    }
}

/// The app's own time, which need not be the store's.
private final class TestTime: Sendable {
    private let date = Locked(Date.opening)

    var now: Date { date.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        date.withLock { $0 += seconds }
    }
}
