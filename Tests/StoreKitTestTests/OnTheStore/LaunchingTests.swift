import Foundation
import LocalAppStore
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite("What the facade gets from the store outside of a call", .timeLimit(.minutes(20)))
struct LaunchingTests {
    let store: Store

    init() throws {
        store = try .wares()
    }

    @Test("What an earlier launch left unfinished comes to a handler that is set at once")
    func handlerFirst() async throws {
        try store.leave(Wares.hints)
        try store.leave(Wares.colours)
        let app = App.launch(on: store)
        let purchases = try #require(await app.complete().first())
        #expect(purchases.map(\.productId) == [Wares.hints, Wares.colours])
        #expect(purchases.map(\.followsFailedPayment) == [false, false])
        #expect(await app.watcher.hears(.removed(Wares.colours)))
        #expect(try store.unfinishedEntries().isEmpty)
    }

    @Test("What came before there was a handler comes to the handler, in one batch")
    func handlerLater() async throws {
        try store.leave(Wares.hints)
        let app = App.launch(on: store)
        #expect(await app.watcher.hears(.updated(Wares.hints, .purchased)))
        try store.leave(Wares.colours)
        #expect(await app.watcher.hears(.updated(Wares.colours, .purchased)))
        let batches = app.complete(atomically: false)
        let purchases = try #require(await batches.first())
        #expect(purchases.map(\.productId) == [Wares.hints, Wares.colours])
        #expect(purchases.map(\.needsFinishTransaction) == [true, true])
        #expect(try store.unfinishedEntries().count == 2)
    }

    @Test("What is not finished comes again at the next launch, and then no more")
    func again() async throws {
        try store.leave(Wares.hints)
        do {
            let app = App.launch(on: store)
            #expect(await app.complete(atomically: false).first()?.count == 1)
        }
        let second = App.launch(on: store)
        #expect(await second.complete().first()?.map(\.productId) == [Wares.hints])
        #expect(await second.watcher.hears(.removed(Wares.hints)))
        #expect(try store.unfinishedEntries().isEmpty)
        #expect(App.launch(on: store).coordinator.pendingTransactions.isEmpty)
    }

    @Test("What waits for approval since an earlier launch comes to complete when it is approved")
    func approvedLater() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let entry = try store.leave(Wares.colours)
        let app = App.launch(on: store)
        let batches = app.complete()
        let waiting = try #require(await batches.first())
        #expect(waiting.map(\.transaction.transactionState) == [.deferred])
        #expect(waiting.map(\.needsFinishTransaction) == [false])
        try store.approve(entry.id)
        let all = await batches.wait { $0.count == 2 }
        #expect(all.last?.map(\.transaction.transactionState) == [.purchased])
        #expect(await app.watcher.hears(.removed(Wares.colours)))
    }

    @Test(
        "An unfinished purchase of the same product does not stand in for a new payment",
        arguments: [86_400, 60, 0]
    )
    func replay(age: TimeInterval) async throws {
        let old = try store.leave(Wares.hints)
        store.clock.advance(by: age)
        let app = App.launch(on: store, now: { [clock = store.clock] in clock.now })
        let batches = app.complete()
        let details = try #require(await app.pay(for: Wares.hints).first()?.details)
        let entries = try store.entries()
        #expect(entries.count == 2)
        #expect(details.transaction.transactionIdentifier == entries.last.map { "\($0.id)" })
        let replayed = try #require(await batches.first())
        #expect(replayed.map(\.transaction.transactionIdentifier) == ["\(old.id)"])
    }

    @Test("A purchase begun on the App Store asks the app, and comes to complete after a yes")
    func accepted() async throws {
        let app = App.launch(on: store)
        let batches = app.complete()
        let asked = Inbox<String>()
        app.coordinator.shouldAddStorePaymentHandler = { payment, product in
            asked.receive(payment.productIdentifier + " " + product.localizedTitle)
            return true
        }
        try store.beginPurchaseOnAppStore(of: Wares.hints)
        #expect(await batches.first()?.map(\.productId) == [Wares.hints])
        #expect(asked.all == ["\(Wares.hints) Ten Hints"])
    }

    @Test("A purchase begun on the App Store can be put off, and is answered when it is added")
    func putOff() async throws {
        let app = App.launch(on: store)
        let unexpected = app.complete()
        let kept = Inbox<Offer>()
        app.coordinator.shouldAddStorePaymentHandler = { payment, product in
            kept.receive(Offer(payment: payment, product: product))
            return false
        }
        try store.beginPurchaseOnAppStore(of: Wares.hints)
        let offer = try #require(await kept.first())
        #expect(try store.entries().isEmpty)
        let results = Inbox<PurchaseResult>()
        app.coordinator.submit(
            offer.payment,
            for: offer.product,
            atomically: true,
            answer: PaymentAnswer({ results.receive($0) })
        )
        #expect(await results.first()?.details?.productId == Wares.hints)
        #expect(unexpected.all.isEmpty)
    }

    @Test("Without a handler a purchase begun on the App Store is not made")
    func unasked() async throws {
        let app = App.launch(on: store)
        try store.beginPurchaseOnAppStore(of: Wares.colours)
        #expect(await app.buy(Wares.hints).first()?.details != nil)
        #expect(try store.entries().map(\.productID) == [Wares.hints])
        #expect(try store.takePurchaseIntents().isEmpty)
    }

    @Test("A refund tells the app which product to revoke, also one of before it had a handler")
    func revoked() async throws {
        let early = try store.leave(Wares.colours)
        let late = try store.leave(Wares.monthly)
        let app = App.launch(on: store)
        #expect(await app.watcher.hears(.updated(Wares.monthly, .purchased)))
        try store.refund(early.id)
        #expect(await app.watcher.hears(.revoked([Wares.colours])))
        let revocations = Inbox<[String]>()
        app.coordinator.onEntitlementRevocation { revocations.receive($0) }
        #expect(await revocations.first() == [Wares.colours])
        try store.refund(late.id)
        #expect(await revocations.wait { $0.count == 2 } == [[Wares.colours], [Wares.monthly]])
    }

    @Test("A purchase made by one process comes to the facade of another")
    func processes() async throws {
        let folder = try TemporaryFolder()
        let location = Store.Location.file(folder.file("Ledger"))
        let first = App.launch(on: try .wares(at: location))
        let second = App.launch(on: try .wares(at: location))
        let batches = second.complete()
        let bought = await first.buy(Wares.hints, atomically: false).first()
        let number = try #require(bought?.details?.transaction.transactionIdentifier)
        let purchases = try #require(await batches.first())
        #expect(purchases.map(\.transaction.transactionIdentifier) == [number])
        #expect(await first.watcher.hears(.removed(Wares.hints)))
        #expect(first.coordinator.pendingTransactions.isEmpty)
    }
}

/// What the App Store asked about.
// Unchecked because the payment is handed from the handler to the test, once.
private struct Offer: @unchecked Sendable {
    let payment: SKPayment
    let product: SKProduct
}
