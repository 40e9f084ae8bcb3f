import Foundation
import LocalAppStore
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite("Events that the facade receives outside of a call", .timeLimit(.minutes(10)))
struct LaunchingTests {
    let store: Store

    init() throws {
        store = try .sample()
    }

    @Test("Unfinished purchases of an earlier launch are delivered to a handler set immediately")
    func handlerFirst() async throws {
        try store.payWithoutFinishing(SampleProducts.hints)
        try store.payWithoutFinishing(SampleProducts.colours)
        let app = App.launch(on: store)
        let purchases = try #require(await app.complete().first())
        #expect(purchases.map(\.productId) == [SampleProducts.hints, SampleProducts.colours])
        #expect(purchases.map(\.followsFailedPayment) == [false, false])
        #expect(await app.recorder.receives(.removed(SampleProducts.colours)))
        #expect(try store.unfinishedEntries().isEmpty)
    }

    @Test("Purchases before there was a handler are delivered to it in one batch")
    func handlerLater() async throws {
        try store.payWithoutFinishing(SampleProducts.hints)
        let app = App.launch(on: store)
        #expect(await app.recorder.receives(.updated(SampleProducts.hints, .purchased)))
        try store.payWithoutFinishing(SampleProducts.colours)
        #expect(await app.recorder.receives(.updated(SampleProducts.colours, .purchased)))
        let batches = app.complete(atomically: false)
        let purchases = try #require(await batches.first())
        #expect(purchases.map(\.productId) == [SampleProducts.hints, SampleProducts.colours])
        #expect(purchases.map(\.needsFinishTransaction) == [true, true])
        #expect(try store.unfinishedEntries().count == 2)
    }

    @Test("Unfinished purchases are delivered again at the next launch, finished ones are not")
    func again() async throws {
        try store.payWithoutFinishing(SampleProducts.hints)
        do {
            let app = App.launch(on: store)
            #expect(await app.complete(atomically: false).first()?.count == 1)
        }
        let second = App.launch(on: store)
        #expect(await second.complete().first()?.map(\.productId) == [SampleProducts.hints])
        #expect(await second.recorder.receives(.removed(SampleProducts.hints)))
        #expect(try store.unfinishedEntries().isEmpty)
        #expect(App.launch(on: store).coordinator.pendingTransactions.isEmpty)
    }

    @Test("A purchase deferred in an earlier launch is delivered when it is approved")
    func approvedLater() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let entry = try store.payWithoutFinishing(SampleProducts.colours)
        let app = App.launch(on: store)
        let batches = app.complete()
        let waiting = try #require(await batches.first())
        #expect(waiting.map(\.transaction.transactionState) == [.deferred])
        #expect(waiting.map(\.needsFinishTransaction) == [false])
        try store.approve(entry.id)
        let all = await batches.wait { $0.count == 2 }
        #expect(all.last?.map(\.transaction.transactionState) == [.purchased])
        #expect(await app.recorder.receives(.removed(SampleProducts.colours)))
    }

    @Test(
        "An unfinished purchase of the same product does not complete a new payment",
        arguments: [86_400, 60, 0]
    )
    func replay(age: TimeInterval) async throws {
        let old = try store.payWithoutFinishing(SampleProducts.hints)
        store.clock.advance(by: age)
        let app = App.launch(on: store, now: { [clock = store.clock] in clock.now })
        let batches = app.complete()
        let details = try #require(await app.pay(for: SampleProducts.hints).first()?.details)
        let entries = try store.entries()
        #expect(entries.count == 2)
        #expect(details.transaction.transactionIdentifier == entries.last.map { "\($0.id)" })
        let replayed = try #require(await batches.first())
        #expect(replayed.map(\.transaction.transactionIdentifier) == ["\(old.id)"])
    }

    @Test("A purchase begun on the App Store is delivered after the app accepted it")
    func accepted() async throws {
        let app = App.launch(on: store)
        let batches = app.complete()
        let offered = Recorder<String>()
        app.coordinator.shouldAddStorePaymentHandler = { payment, product in
            offered.record(payment.productIdentifier + " " + product.localizedTitle)
            return true
        }
        try store.beginPurchaseOnAppStore(of: SampleProducts.hints)
        #expect(await batches.first()?.map(\.productId) == [SampleProducts.hints])
        #expect(offered.all == ["\(SampleProducts.hints) Ten Hints"])
    }

    @Test("A purchase begun on the App Store can be deferred by the app and added later")
    func addedLater() async throws {
        let app = App.launch(on: store)
        let unexpected = app.complete()
        let offers = Recorder<Offer>()
        app.coordinator.shouldAddStorePaymentHandler = { payment, product in
            offers.record(Offer(payment: payment, product: product))
            return false
        }
        try store.beginPurchaseOnAppStore(of: SampleProducts.hints)
        let offer = try #require(await offers.first())
        #expect(try store.entries().isEmpty)
        let results = Recorder<PurchaseResult>()
        app.coordinator.enqueue(
            offer.payment,
            for: offer.product,
            atomically: true,
            callbacks: PaymentCallbacks { results.record($0) }
        )
        #expect(await results.first()?.details?.productId == SampleProducts.hints)
        #expect(unexpected.all.isEmpty)
    }

    @Test("Without a handler a purchase begun on the App Store is not made")
    func noHandler() async throws {
        let app = App.launch(on: store)
        try store.beginPurchaseOnAppStore(of: SampleProducts.colours)
        #expect(await app.buy(SampleProducts.hints).first()?.details != nil)
        #expect(try store.entries().map(\.productID) == [SampleProducts.hints])
        #expect(try store.takePurchaseIntents().isEmpty)
    }

    @Test("Refunds are reported as revocations, including those before there was a handler")
    func revoked() async throws {
        let early = try store.payWithoutFinishing(SampleProducts.colours)
        let late = try store.payWithoutFinishing(SampleProducts.monthly)
        let app = App.launch(on: store)
        #expect(await app.recorder.receives(.updated(SampleProducts.monthly, .purchased)))
        try store.refunds.refund(early.id)
        #expect(await app.recorder.receives(.revoked([SampleProducts.colours])))
        let revocations = Recorder<[String]>()
        app.coordinator.onEntitlementRevocation { revocations.record($0) }
        #expect(await revocations.first() == [SampleProducts.colours])
        try store.refunds.refund(late.id)
        #expect(
            await revocations.wait { $0.count == 2 } == [
                [SampleProducts.colours], [SampleProducts.monthly],
            ]
        )
    }

    @Test("A purchase made by one process is delivered to the facade of another")
    func processes() async throws {
        let folder = try TemporaryFolder()
        let location = StoreLocation.file(folder.file("Ledger"))
        let first = App.launch(on: try .sample(at: location))
        let second = App.launch(on: try .sample(at: location))
        let batches = second.complete()
        let bought = await first.buy(SampleProducts.hints, atomically: false).first()
        let number = try #require(bought?.details?.transaction.transactionIdentifier)
        let purchases = try #require(await batches.first())
        #expect(purchases.map(\.transaction.transactionIdentifier) == [number])
        #expect(await first.recorder.receives(.removed(SampleProducts.hints)))
        #expect(first.coordinator.pendingTransactions.isEmpty)
    }
}

/// A purchase that was begun on the App Store.
// Unchecked because the payment is passed from the handler to the test, once.
private struct Offer: @unchecked Sendable {
    let payment: SKPayment
    let product: SKProduct
}
