import Foundation
import LocalAppStore
import StoreKit
import SwiftyStoreKit
import Testing

@Suite("Restoring from the store with the facade", .timeLimit(.minutes(10)))
struct RestoringTests {
    let store: Store
    let app: App

    init() throws {
        store = try .sample()
        app = .launch(on: store)
    }

    @Test("Restoring without purchases ends without results")
    func nothing() async throws {
        let results = try #require(await app.restore().first())
        #expect(results.restoredPurchases.isEmpty)
        #expect(results.restoreFailedPurchases.isEmpty)
    }

    @Test("Everything owned is restored and finished, including expired subscriptions")
    func something() async throws {
        let unexpected = app.complete()
        for product in [
            SampleProducts.hints, SampleProducts.colours, SampleProducts.pass,
            SampleProducts.monthly,
        ] {
            #expect(await app.buy(product).first()?.details != nil)
        }
        try store.subscriptions.forceExpiry(ofProduct: SampleProducts.monthly)
        store.clock.advance(by: 400 * 86_400)
        let results = try #require(await app.restore().first())
        #expect(
            results.restoredPurchases.map(\.productId) == [
                SampleProducts.colours, SampleProducts.monthly,
            ]
        )
        #expect(results.restoredPurchases.map(\.originalPurchaseDate) == [.opening, .opening])
        #expect(results.restoredPurchases.map(\.needsFinishTransaction) == [false, false])
        await app.recorder.events.wait { events in
            events.filter { $0 == .removed(SampleProducts.monthly) }.count == 2
        }
        #expect(try store.unfinishedEntries().isEmpty)
        #expect(unexpected.all.isEmpty)
    }

    @Test("With a user name only purchases with that user name are restored")
    func byUser() async throws {
        #expect(await app.buy(SampleProducts.colours, user: "ann").first()?.details != nil)
        #expect(await app.buy(SampleProducts.monthly, user: "bob").first()?.details != nil)
        let results = await app.restore(user: "ann").first()
        #expect(results?.restoredPurchases.map(\.productId) == [SampleProducts.colours])
        #expect(results?.restoredPurchases.map(\.applicationUsername) == ["ann"])
        #expect(await app.restore(user: "eve").first()?.restoredPurchases.isEmpty == true)
    }

    @Test("Refunded purchases are not restored")
    func refunded() async throws {
        #expect(await app.buy(SampleProducts.colours).first()?.details != nil)
        try store.refunds.refund(try #require(try store.entries().first).id)
        #expect(await app.restore().first()?.restoredPurchases.isEmpty == true)
    }

    @Test("Without atomic finishing a restored purchase stays in the queue and is not duplicated")
    func notAtomically() async throws {
        #expect(await app.buy(SampleProducts.colours).first()?.details != nil)
        let first = try #require(await app.restore(atomically: false).first())
        let again = try #require(await app.restore(atomically: false).first())
        #expect(first.restoredPurchases.map(\.needsFinishTransaction) == [true])
        #expect(again.restoredPurchases.map(\.productId) == [SampleProducts.colours])
        #expect(try store.unfinishedEntries().count == 1)
        for purchase in again.restoredPurchases { app.coordinator.finish(purchase.transaction) }
        await app.recorder.events.wait { events in
            events.filter { $0 == .removed(SampleProducts.colours) }.count == 2
        }
        #expect(try store.unfinishedEntries().isEmpty)
    }

    @Test("Equal concurrent calls share one restore, and different ones wait")
    func joining() async throws {
        #expect(await app.buy(SampleProducts.colours, user: "ann").first()?.details != nil)
        let (first, second, other) = await MainActor.run {
            (app.restore(), app.restore(), app.restore(user: "bob"))
        }
        #expect(await first.first()?.restoredPurchases.count == 1)
        #expect(await second.first()?.restoredPurchases.count == 1)
        #expect(await other.first()?.restoredPurchases.isEmpty == true)
        #expect(app.queue.restores == 2)
        #expect(first.all.count + second.all.count + other.all.count == 3)
    }

    @Test("A purchase during a restore is not part of the restore")
    func meanwhile() async throws {
        #expect(await app.buy(SampleProducts.colours).first()?.details != nil)
        let (restored, bought) = await MainActor.run {
            (app.restore(), app.pay(for: SampleProducts.hints))
        }
        #expect(await bought.first()?.details?.productId == SampleProducts.hints)
        #expect(
            await restored.first()?.restoredPurchases.map(\.productId) == [SampleProducts.colours]
        )
    }

    @Test("A failed restore reports the reason once")
    func failing() async throws {
        #expect(await app.buy(SampleProducts.colours).first()?.details != nil)
        #expect(await app.recorder.receives(.removed(SampleProducts.colours)))
        for _ in 0..<200 {
            try store.payWithoutFinishing(SampleProducts.hints)
        }
        let results = try #require(await restoreOnFullDisk().first())
        #expect(results.restoredPurchases.isEmpty)
        let failure = try #require(results.restoreFailedPurchases.first)
        #expect(results.restoreFailedPurchases.count == 1)
        #expect("\(failure.0)".contains("no space left"))
    }

    /// Restores when the disk is full.
    private func restoreOnFullDisk() throws -> Recorder<RestoreResults> {
        try store.limitPages(to: 1)
        // Tokens are random, so a payment may find no room in its page of the index, and the
        // restored copy another page that has some.
        var failures = 0
        while failures < 100 {
            let entry = try? store.payWithoutFinishing(SampleProducts.hints)
            failures = entry == nil ? failures + 1 : 0
        }
        return app.restore()
    }
}
