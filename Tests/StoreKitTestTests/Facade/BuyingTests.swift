import Foundation
import LocalAppStore
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite("Buying from the store with the facade", .timeLimit(.minutes(10)))
struct BuyingTests {
    let store: Store
    let app: App

    init() throws {
        store = try .sample()
        app = .launch(on: store)
    }

    @Test(
        "Every type of product is looked up, paid for, delivered and finished",
        arguments: [
            SampleProducts.hints, SampleProducts.colours, SampleProducts.pass,
            SampleProducts.monthly,
        ]
    )
    func types(product: String) async throws {
        let result = await app.buy(product).first()
        let details = try #require(result?.details)
        #expect(details.productId == product)
        #expect(details.product.productIdentifier == product)
        #expect(details.originalPurchaseDate == .opening)
        #expect(!details.needsFinishTransaction)
        #expect(await app.recorder.receives(.removed(product)))
        let entry = try #require(try store.entries().first)
        #expect(details.transaction.transactionIdentifier == "\(entry.id)")
        #expect(entry.isFinished)
        #expect(entry.state == .purchased)
    }

    @Test("Without atomic finishing a purchase stays in the queue until it is finished")
    func finishing() async throws {
        let result = await app.buy(SampleProducts.hints, atomically: false).first()
        let details = try #require(result?.details)
        #expect(details.needsFinishTransaction)
        #expect(app.coordinator.pendingTransactions.map(\.productId) == [SampleProducts.hints])
        app.coordinator.finish(details.transaction)
        #expect(await app.recorder.receives(.removed(SampleProducts.hints)))
        #expect(try store.unfinishedEntries().isEmpty)
        #expect(app.coordinator.pendingTransactions.isEmpty)
    }

    @Test("An unknown product is not paid for")
    func unknown() async throws {
        let error = try #require(await app.buy("bricks").first()?.failure)
        #expect(error.code == .paymentInvalid)
        #expect("\(error)".contains("bricks"))
        #expect(try store.entries().isEmpty)
    }

    @Test("A customer who cancels is not charged, and the failed transaction is finished")
    func refused() async throws {
        store.confirmationPolicy = .refuse
        #expect(await app.buy(SampleProducts.hints).first()?.failure?.code == .paymentCancelled)
        #expect(await app.recorder.receives(.removed(SampleProducts.hints)))
        #expect(try store.entries().map(\.amountCharged) == [0])
    }

    @Test("A deferred purchase reports that once, and completes when it is approved")
    func approved() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let unexpected = app.complete()
        let deferrals = Recorder<PurchaseDetails>()
        let results = app.buy(SampleProducts.colours, deferrals: deferrals)
        let waiting = try #require(await deferrals.first())
        #expect(waiting.transaction.transactionState == .deferred)
        #expect(results.all.isEmpty)
        try store.approve(try #require(try store.entries().first).id)
        #expect(await results.first()?.details?.productId == SampleProducts.colours)
        #expect(await app.recorder.receives(.removed(SampleProducts.colours)))
        #expect(deferrals.all.count == 1)
        #expect(results.all.count == 1)
        #expect(unexpected.all.isEmpty)
    }

    @Test("A deferred purchase fails as cancelled when it is declined")
    func declined() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let deferrals = Recorder<PurchaseDetails>()
        let results = app.buy(SampleProducts.colours, deferrals: deferrals)
        await deferrals.first()
        try store.decline(try #require(try store.entries().first).id)
        #expect(await results.first()?.failure?.code == .paymentCancelled)
        #expect(await app.recorder.receives(.removed(SampleProducts.colours)))
    }

    @Test("An interrupted purchase is delivered when it is resolved, marked as following a failure")
    func interrupted() async throws {
        let batches = app.complete()
        try store.updateSettings { $0.interruptsPurchases = true }
        #expect(await app.buy(SampleProducts.hints).first()?.failure?.code == .unknown)
        try store.updateSettings { $0.interruptsPurchases = false }
        try store.resolveIssue(try #require(try store.entries().first).id)
        let purchases = try #require(await batches.first())
        #expect(purchases.map(\.productId) == [SampleProducts.hints])
        #expect(purchases.map(\.followsFailedPayment) == [true])
        #expect(await app.recorder.receives(.removed(SampleProducts.hints)))
    }

    @Test("A cancelled lookup buys nothing")
    func cancelled() async throws {
        let results = Recorder<PurchaseResult>()
        // On the main queue, so that the response cannot be delivered in between.
        await MainActor.run {
            app.coordinator.purchase(.identifier(SampleProducts.hints), options: PaymentOptions()) {
                results.record($0)
            }.cancel()
        }
        #expect(await results.first()?.failure?.code == .paymentCancelled)
        #expect(await app.buy(SampleProducts.colours).first()?.details != nil)
        #expect(try store.entries().map(\.productID) == [SampleProducts.colours])
        #expect(results.all.count == 1)
    }

    @Test("Concurrent purchases complete with a transaction each")
    func many() async throws {
        let results = (0..<50).map { _ in app.pay(for: SampleProducts.hints) }
        var numbers: Set<String> = []
        for result in results {
            let details = try #require(await result.first()?.details)
            numbers.insert(try #require(details.transaction.transactionIdentifier))
        }
        #expect(numbers.count == 50)
        #expect(try store.entries().count == 50)
    }

    @Test(
        "A store whose clock differs from the app's sells, defers and restores as usual",
        arguments: [0, 4_102_444_800]
    )
    func differentClock(seconds: TimeInterval) async throws {
        let store = try Store.sample(on: Date(timeIntervalSince1970: seconds))
        let app = App.launch(on: store)
        let unexpected = app.complete()
        #expect(
            await app.buy(SampleProducts.hints).first()?.details?.productId == SampleProducts.hints
        )
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let deferrals = Recorder<PurchaseDetails>()
        let results = app.buy(SampleProducts.colours, deferrals: deferrals)
        await deferrals.first()
        store.clock.advance(by: 86_400)
        try store.approve(try #require(try store.entries().last).id)
        #expect(await results.first()?.details?.productId == SampleProducts.colours)
        #expect(
            await app.restore().first()?.restoredPurchases.map(\.productId) == [
                SampleProducts.colours
            ]
        )
        #expect(unexpected.all.isEmpty)
    }
}
