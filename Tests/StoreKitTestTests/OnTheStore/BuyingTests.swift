import Foundation
import LocalAppStore
import StoreKit
import SwiftyStoreKit
import Testing

@Suite("Buying from the store with the facade", .timeLimit(.minutes(20)))
struct BuyingTests {
    let store: Store
    let app: App

    init() throws {
        store = try .wares()
        app = .launch(on: store)
    }

    @Test(
        "Every type of product is looked up, paid for, delivered and finished",
        arguments: [Wares.hints, Wares.colours, Wares.pass, Wares.monthly]
    )
    func types(product: String) async throws {
        let result = await app.buy(product).first()
        let details = try #require(result?.details)
        #expect(details.productId == product)
        #expect(details.product.productIdentifier == product)
        #expect(details.originalPurchaseDate == .opening)
        #expect(!details.needsFinishTransaction)
        #expect(await app.watcher.hears(.removed(product)))
        let entry = try #require(try store.entries().first)
        #expect(details.transaction.transactionIdentifier == "\(entry.id)")
        #expect(entry.isFinished)
        #expect(entry.state == .purchased)
    }

    @Test("A purchase that the app finishes stays until it does")
    func finishing() async throws {
        let result = await app.buy(Wares.hints, atomically: false).first()
        let details = try #require(result?.details)
        #expect(details.needsFinishTransaction)
        #expect(app.coordinator.pendingTransactions.map(\.productId) == [Wares.hints])
        app.coordinator.finish(details.transaction)
        #expect(await app.watcher.hears(.removed(Wares.hints)))
        #expect(try store.unfinishedEntries().isEmpty)
        #expect(app.coordinator.pendingTransactions.isEmpty)
    }

    @Test("What is not sold is not paid for")
    func unknown() async throws {
        let error = try #require(await app.buy("bricks").first()?.failure)
        #expect(error.code == .paymentInvalid)
        #expect(error.localizedDescription.contains("bricks"))
        #expect(try store.entries().isEmpty)
    }

    @Test("A customer who cancels is not charged, and the failure is finished away")
    func refused() async throws {
        store.confirmationPolicy = .refuse
        #expect(await app.buy(Wares.hints).first()?.failure?.code == .paymentCancelled)
        #expect(await app.watcher.hears(.removed(Wares.hints)))
        #expect(try store.entries().map(\.amountCharged) == [0])
    }

    @Test("A purchase that waits tells so once, and completes when it is approved")
    func approved() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let unexpected = app.complete()
        let deferrals = Inbox<PurchaseDetails>()
        let results = app.buy(Wares.colours, deferrals: deferrals)
        let waiting = try #require(await deferrals.first())
        #expect(waiting.transaction.transactionState == .deferred)
        #expect(results.all.isEmpty)
        try store.approve(try #require(try store.entries().first).id)
        #expect(await results.first()?.details?.productId == Wares.colours)
        #expect(await app.watcher.hears(.removed(Wares.colours)))
        #expect(deferrals.all.count == 1)
        #expect(results.all.count == 1)
        #expect(unexpected.all.isEmpty)
    }

    @Test("A purchase that waits fails as cancelled when it is declined")
    func declined() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let deferrals = Inbox<PurchaseDetails>()
        let results = app.buy(Wares.colours, deferrals: deferrals)
        await deferrals.first()
        try store.decline(try #require(try store.entries().first).id)
        #expect(await results.first()?.failure?.code == .paymentCancelled)
        #expect(await app.watcher.hears(.removed(Wares.colours)))
    }

    @Test("An interrupted purchase, resolved later, comes to complete and says what it follows")
    func interrupted() async throws {
        let batches = app.complete()
        try store.updateSettings { $0.interruptsPurchases = true }
        #expect(await app.buy(Wares.hints).first()?.failure?.code == .unknown)
        try store.updateSettings { $0.interruptsPurchases = false }
        try store.resolveIssue(try #require(try store.entries().first).id)
        let purchases = try #require(await batches.first())
        #expect(purchases.map(\.productId) == [Wares.hints])
        #expect(purchases.map(\.followsFailedPayment) == [true])
        #expect(await app.watcher.hears(.removed(Wares.hints)))
    }

    @Test("A look-up that is cancelled buys nothing")
    func cancelled() async throws {
        let results = Inbox<PurchaseResult>()
        // On the main queue, where the answer cannot come in between.
        await MainActor.run {
            app.coordinator.purchase(productId: Wares.hints, options: PaymentOptions()) {
                results.receive($0)
            }.cancel()
        }
        #expect(await results.first()?.failure?.code == .paymentCancelled)
        #expect(await app.buy(Wares.colours).first()?.details != nil)
        #expect(try store.entries().map(\.productID) == [Wares.colours])
        #expect(results.all.count == 1)
    }

    @Test("Many purchases at once are each answered with a transaction of their own")
    func many() async throws {
        let results = (0..<50).map { _ in app.pay(for: Wares.hints) }
        var numbers: Set<String> = []
        for result in results {
            let details = try #require(await result.first()?.details)
            numbers.insert(try #require(details.transaction.transactionIdentifier))
        }
        #expect(numbers.count == 50)
        #expect(try store.entries().count == 50)
    }

    @Test(
        "A store whose time is far from the app's sells, waits and restores all the same",
        arguments: [0, 4_102_444_800]
    )
    func farAway(seconds: TimeInterval) async throws {
        let store = try Store.wares(on: Date(timeIntervalSince1970: seconds))
        let app = App.launch(on: store)
        let unexpected = app.complete()
        #expect(await app.buy(Wares.hints).first()?.details?.productId == Wares.hints)
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let deferrals = Inbox<PurchaseDetails>()
        let results = app.buy(Wares.colours, deferrals: deferrals)
        await deferrals.first()
        store.clock.advance(by: 86_400)
        try store.approve(try #require(try store.entries().last).id)
        #expect(await results.first()?.details?.productId == Wares.colours)
        #expect(await app.restore().first()?.restoredPurchases.map(\.productId) == [Wares.colours])
        #expect(unexpected.all.isEmpty)
    }
}
