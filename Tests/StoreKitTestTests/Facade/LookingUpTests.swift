import Foundation
import LocalAppStore
import StoreKit
import SwiftyStoreKit
import Testing

@Suite("Looking up products in the store with the facade", .timeLimit(.minutes(10)))
struct LookingUpTests {
    let store: Store
    let app: App
    private let time = TestTime()

    init() throws {
        store = try .sample()
        app = .launch(on: store, now: { [time] in time.now })
    }

    @Test("Products are found, and unknown identifiers are reported")
    func finding() async throws {
        let results = try #require(
            await app.retrieve(SampleProducts.hints, SampleProducts.monthly, "bricks")
        )
        #expect(
            Set(results.retrievedProducts.map(\.productIdentifier)) == [
                SampleProducts.hints, SampleProducts.monthly,
            ]
        )
        #expect(results.invalidProductIDs == ["bricks"])
        #expect(results.error == nil)
    }

    @Test("A product is cached for an hour")
    func caching() async throws {
        let first = try #require(await app.retrieve(SampleProducts.hints)?.retrievedProducts.first)
        time.advance(by: 3_599)
        let cached = try #require(await app.retrieve(SampleProducts.hints)?.retrievedProducts.first)
        #expect(cached === first)
        time.advance(by: 1)
        let fresh = try #require(await app.retrieve(SampleProducts.hints)?.retrievedProducts.first)
        #expect(fresh !== first)
    }

    @Test("Prices are not cached across a change of the storefront")
    func changedStorefront() async throws {
        let before = try #require(await app.retrieve(SampleProducts.hints)?.retrievedProducts.first)
        #expect(before.priceLocale.currency?.identifier == "USD")
        try store.updateSettings { $0.storefront = "JPN" }
        #expect(await app.recorder.receives(.storefrontChanged("JPN")))
        let after = try #require(await app.retrieve(SampleProducts.hints)?.retrievedProducts.first)
        #expect(after.priceLocale.currency?.identifier == "JPY")
    }

    @Test("A cancelled lookup ends with that error, once")
    func cancelling() async throws {
        let results = Recorder<RetrieveResults>()
        // On the main queue, so that the response cannot be delivered in between.
        await MainActor.run {
            app.coordinator.retrieveProductsInfo([SampleProducts.hints]) { results.record($0) }
                .cancel()
        }
        let error = try #require(await results.first()?.error as? SwiftyStoreKitError)
        #expect(error == .productsRequestCancelled)
        #expect(await app.retrieve(SampleProducts.hints)?.retrievedProducts.count == 1)
        #expect(results.all.count == 1)
    }

    @Test("Cancelling one of two equal lookups does not cancel the other")
    func sharing() async throws {
        let retained = Recorder<RetrieveResults>()
        let cancelled = Recorder<RetrieveResults>()
        await MainActor.run {
            app.coordinator.retrieveProductsInfo([SampleProducts.hints]) { retained.record($0) }
            app.coordinator.retrieveProductsInfo([SampleProducts.hints]) { cancelled.record($0) }
                .cancel()
        }
        #expect(await retained.first()?.retrievedProducts.count == 1)
        #expect(await cancelled.first()?.error is SwiftyStoreKitError)
    }
}

/// The clock of the app, which may differ from that of the store.
private final class TestTime: Sendable {
    private let date = Locked(Date.opening)

    var now: Date { date.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        date.withLock { $0 += seconds }
    }
}
