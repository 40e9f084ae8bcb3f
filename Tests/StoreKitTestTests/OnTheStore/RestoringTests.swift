import Foundation
import LocalAppStore
import StoreKit
import SwiftyStoreKit
import Testing

@Suite("Restoring from the store with the facade", .timeLimit(.minutes(20)))
struct RestoringTests {
    let store: Store
    let app: App

    init() throws {
        store = try .wares()
        app = .launch(on: store)
    }

    @Test("A customer who owns nothing gets nothing, and is told so")
    func nothing() async throws {
        let results = try #require(await app.restore().first())
        #expect(results.restoredPurchases.isEmpty)
        #expect(results.restoreFailedPurchases.isEmpty)
    }

    @Test("All comes back that is owned, expired subscriptions too, and is finished")
    func something() async throws {
        let unexpected = app.complete()
        for product in [Wares.hints, Wares.colours, Wares.pass, Wares.monthly] {
            #expect(await app.buy(product).first()?.details != nil)
        }
        store.clock.advance(by: 400 * 86_400)
        let results = try #require(await app.restore().first())
        #expect(results.restoredPurchases.map(\.productId) == [Wares.colours, Wares.monthly])
        #expect(results.restoredPurchases.map(\.originalPurchaseDate) == [.opening, .opening])
        #expect(results.restoredPurchases.map(\.needsFinishTransaction) == [false, false])
        await app.watcher.news.wait { news in
            news.filter { $0 == .removed(Wares.monthly) }.count == 2
        }
        #expect(try store.unfinishedEntries().isEmpty)
        #expect(unexpected.all.isEmpty)
    }

    @Test("Only what was bought under a user name comes back when one is named")
    func byUser() async throws {
        #expect(await app.buy(Wares.colours, user: "ann").first()?.details != nil)
        #expect(await app.buy(Wares.monthly, user: "bob").first()?.details != nil)
        let results = await app.restore(user: "ann").first()
        #expect(results?.restoredPurchases.map(\.productId) == [Wares.colours])
        #expect(results?.restoredPurchases.map(\.applicationUsername) == ["ann"])
        #expect(await app.restore(user: "eve").first()?.restoredPurchases.isEmpty == true)
    }

    @Test("What was refunded does not come back")
    func refunded() async throws {
        #expect(await app.buy(Wares.colours).first()?.details != nil)
        try store.refund(try #require(try store.entries().first).id)
        #expect(await app.restore().first()?.restoredPurchases.isEmpty == true)
    }

    @Test("What the app finishes itself stays until it does, and comes once when asked twice")
    func notAtomically() async throws {
        #expect(await app.buy(Wares.colours).first()?.details != nil)
        let first = try #require(await app.restore(atomically: false).first())
        let again = try #require(await app.restore(atomically: false).first())
        #expect(first.restoredPurchases.map(\.needsFinishTransaction) == [true])
        #expect(again.restoredPurchases.map(\.productId) == [Wares.colours])
        #expect(try store.unfinishedEntries().count == 1)
        for purchase in again.restoredPurchases { app.coordinator.finish(purchase.transaction) }
        await app.watcher.news.wait { news in
            news.filter { $0 == .removed(Wares.colours) }.count == 2
        }
        #expect(try store.unfinishedEntries().isEmpty)
    }

    @Test("Those who ask alike at once share one restore, and those who ask otherwise wait")
    func joining() async throws {
        #expect(await app.buy(Wares.colours, user: "ann").first()?.details != nil)
        let (first, second, other) = await MainActor.run {
            (app.restore(), app.restore(), app.restore(user: "bob"))
        }
        #expect(await first.first()?.restoredPurchases.count == 1)
        #expect(await second.first()?.restoredPurchases.count == 1)
        #expect(await other.first()?.restoredPurchases.isEmpty == true)
        #expect(app.queue.restores == 2)
        #expect(first.all.count + second.all.count + other.all.count == 3)
    }

    @Test("A purchase during a restore is the purchase's own")
    func meanwhile() async throws {
        #expect(await app.buy(Wares.colours).first()?.details != nil)
        let (restored, bought) = await MainActor.run {
            (app.restore(), app.pay(for: Wares.hints))
        }
        #expect(await bought.first()?.details?.productId == Wares.hints)
        #expect(await restored.first()?.restoredPurchases.map(\.productId) == [Wares.colours])
    }

    @Test("A restore that the store cannot do says why, once")
    func failing() async throws {
        #expect(await app.buy(Wares.colours).first()?.details != nil)
        #expect(await app.watcher.hears(.removed(Wares.colours)))
        for _ in 0..<200 {
            try store.leave(Wares.hints)
        }
        let results = try #require(await restoreOnFullDisk().first())
        #expect(results.restoredPurchases.isEmpty)
        let failure = try #require(results.restoreFailedPurchases.first)
        #expect(results.restoreFailedPurchases.count == 1)
        #expect(failure.0.localizedDescription.contains("no space left"))
    }

    /// Restores when not even one more copy fits.
    private func restoreOnFullDisk() throws -> Inbox<RestoreResults> {
        try store.limitPages(to: 1)
        while (try? store.leave(Wares.hints)) != nil {}
        return app.restore()
    }
}
