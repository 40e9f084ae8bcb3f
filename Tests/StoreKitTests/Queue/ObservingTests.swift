import Foundation
import LocalAppStore
import StoreKit
import Testing

@Suite("Observing the queue", .timeLimit(.minutes(10)))
struct ObservingTests {
    let store: Store
    let queue: SKPaymentQueue

    init() throws {
        store = try .sample()
        queue = SKPaymentQueue(store: store)
    }

    @Test("Unfinished transactions are delivered to a new observer in one batch")
    func launch() async throws {
        try store.pay(PaymentRequest(productID: "coins"))
        try store.finish([try store.pay(PaymentRequest(productID: "coins")).id])
        try store.pay(PaymentRequest(productID: "diamonds"))
        try store.pay(PaymentRequest(productID: "level", simulatesAskToBuy: true))
        let observer = RecordingObserver()
        queue.add(observer)
        #expect(
            await observer.next(1) == [
                .updated(["coins purchased", "diamonds failed", "level deferred"])
            ]
        )
    }

    @Test("Unfinished transactions are in the queue as soon as it has an observer")
    func atOnce() throws {
        try store.pay(PaymentRequest(productID: "coins"))
        let observer = RecordingObserver()
        queue.add(observer)
        #expect(queue.transactions.map(\.summary) == ["coins purchased"])
    }

    @Test("A storefront that changes right after an observer is added is reported to it")
    func movingAtOnce() async throws {
        let observer = RecordingObserver()
        queue.add(observer)
        try store.updateSettings { $0.storefront = "DEU" }
        #expect(await observer.next(1) == [.storefrontChanged("DEU")])
    }

    @Test("A second observer receives what is unfinished, and the first does not again")
    func second() async throws {
        let first = RecordingObserver()
        queue.add(first)
        queue.add(SKPayment.make("coins"))
        _ = await first.next(2)
        let second = RecordingObserver()
        queue.add(second)
        #expect(await second.next(1) == [.updated(["coins purchased"])])
        queue.add(SKPayment.make("level"))
        #expect(await first.next(1) == [.updated(["level purchasing"])])
    }

    @Test("Without an observer the queue shows no transactions")
    func noObserver() async throws {
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        _ = await observer.next(2)
        #expect(queue.transactions.count == 1)
        queue.remove(observer)
        #expect(queue.transactions.isEmpty)
        #expect(queue.transactionObservers.isEmpty)
        queue.add(observer)
        #expect(await observer.next(1) == [.updated(["coins purchased"])])
    }

    @Test("Observers are not retained, and are added once")
    func weakly() async {
        var observer: RecordingObserver? = RecordingObserver()
        weak let weakObserver = observer
        if let observer {
            queue.add(observer)
            queue.add(observer)
        }
        #expect(queue.transactionObservers.count == 1)
        observer = nil
        // The queue may be delivering to the observer; the next observer is called after that.
        let next = RecordingObserver()
        queue.add(next)
        queue.add(SKPayment.make("coins"))
        _ = await next.next(2)
        #expect(weakObserver == nil)
        #expect(queue.transactionObservers.count == 1)
    }

    @Test("A finished transaction is removed from the queue, and the observer is notified")
    func finishing() async throws {
        let observer = RecordingObserver { queue, transactions in
            for transaction in transactions {
                queue.finishTransaction(transaction)
            }
        }
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        #expect(
            await observer.next(3) == [
                .updated(["coins purchasing"]), .updated(["coins purchased"]),
                .removed(["coins purchased"]),
            ]
        )
        #expect(queue.transactions.isEmpty)
        #expect(try store.unfinishedEntries().isEmpty)
    }

    @Test("Finishing twice, or finishing a transaction of no queue, does nothing")
    func finishingTwice() async throws {
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        _ = await observer.next(2)
        let transaction = try #require(observer.transactions.last)
        queue.finishTransaction(SKPaymentTransaction())
        queue.finishTransaction(transaction)
        queue.finishTransaction(transaction)
        #expect(await observer.next(1) == [.removed(["coins purchased"])])
        queue.finishTransaction(transaction)
        queue.add(SKPayment.make("level"))
        #expect(await observer.next(1) == [.updated(["level purchasing"])])
    }

    @Test("A transaction finished by another process is removed from the queue")
    func finishedElsewhere() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = StoreLocation.file(folder.appendingPathComponent("ledger"))
        let elsewhere = try Store.sample(at: file)
        try elsewhere.pay(PaymentRequest(productID: "coins"))
        let here = SKPaymentQueue(store: try .sample(at: file))
        let observer = RecordingObserver()
        here.add(observer)
        #expect(await observer.next(1) == [.updated(["coins purchased"])])
        try elsewhere.finish(try elsewhere.entries().map(\.id))
        #expect(await observer.next(1) == [.removed(["coins purchased"])])
    }

    @Test("Restoring delivers copies with their originals, and then reports its end once")
    func restoring() async throws {
        try store.finish([try store.pay(PaymentRequest(productID: "level")).id])
        let original = try #require(try store.entries().first)
        store.clock.advance(by: 60)
        let observer = RecordingObserver()
        queue.add(observer)
        queue.restoreCompletedTransactions()
        #expect(await observer.next(2) == [.updated(["level restored"]), .restoreFinished])
        let transaction = try #require(observer.transactions.last)
        #expect(transaction.transactionDate == .opening + 60)
        #expect(transaction.original?.transactionIdentifier == String(original.id))
        #expect(transaction.original?.transactionDate == .opening)
        #expect(transaction.original?.transactionState == .purchased)

        queue.restoreCompletedTransactions()
        #expect(await observer.next(2) == [.updated(["level restored"]), .restoreFinished])
        #expect(observer.transactions.last === transaction)
    }

    @Test("Restoring nothing reports its end only")
    func restoringNothing() async throws {
        let observer = RecordingObserver()
        queue.add(observer)
        try store.pay(PaymentRequest(productID: "level", applicationUsername: "ann"))
        #expect(await observer.next(1) == [.updated(["level purchased"])])
        queue.restoreCompletedTransactions(withApplicationUsername: "bob")
        #expect(await observer.next(1) == [.restoreFinished])
    }

    @Test("A refund is reported as a revocation, at the next launch if necessary")
    func revoking() async throws {
        let entry = try store.pay(PaymentRequest(productID: "level"))
        try store.finish([entry.id])
        try store.refunds.refund(entry.id)
        let observer = RecordingObserver()
        queue.add(observer)
        #expect(await observer.next(1) == [.revoked(["level"])])
        try store.refunds.refund(try store.pay(PaymentRequest(productID: "monthly")).id)
        #expect(await observer.next(2).contains(.revoked(["monthly"])))
    }

    @Test("A purchase that is refunded again after a reversal is reported again")
    func revokingAgain() async throws {
        let entry = try store.pay(PaymentRequest(productID: "level"))
        try store.finish([entry.id])
        try store.refunds.refund(entry.id)
        let (changes, continuation) = AsyncStream<StoreChange>.makeStream()
        let observation = store.observe { continuation.yield($0) }
        defer { observation.cancel() }
        let observer = RecordingObserver()
        queue.add(observer)
        #expect(await observer.next(1) == [.revoked(["level"])])
        for await _ in changes where try store.undeliveredRevocations().isEmpty { break }
        try store.refunds.reverse(entry.id)
        try store.refunds.refund(entry.id)
        #expect(await observer.next(1) == [.revoked(["level"])])
    }

    @Test("A reported revocation is not reported at the next launch")
    func revokingOnce() async throws {
        try store.refunds.refund(try store.pay(PaymentRequest(productID: "level")).id)
        let (changes, continuation) = AsyncStream<StoreChange>.makeStream()
        let observation = store.observe { continuation.yield($0) }
        defer { observation.cancel() }
        let observer = RecordingObserver()
        queue.add(observer)
        #expect(await observer.next(2).last == .revoked(["level"]))
        for await change in changes where try store.undeliveredRevocations().isEmpty {
            #expect(change.entries.map(\.productID) == ["level"])
            break
        }
        let next = RecordingObserver()
        let launch = SKPaymentQueue(store: store)
        launch.add(next)
        launch.add(SKPayment.make("coins"))
        #expect(
            await next.next(2) == [.updated(["level purchased"]), .updated(["coins purchasing"])]
        )
    }

    @Test("A new storefront is reported, another setting is not")
    func storefront() async throws {
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        _ = await observer.next(2)
        #expect(queue.storefront?.countryCode == "USA")
        #expect(queue.storefront?.identifier == "143441")
        try store.updateSettings { $0.localeIdentifier = "de_DE" }
        try store.updateSettings { $0.storefront = "DEU" }
        #expect(await observer.next(1) == [.storefrontChanged("DEU")])
    }

    @Test(
        "A purchase begun on the App Store continues when an observer accepts it",
        arguments: [true, false]
    )
    func storePayment(accepts: Bool) async throws {
        try store.beginPurchaseOnAppStore(of: "coins")
        let observer = RecordingObserver(acceptsStorePayments: accepts)
        queue.add(observer)
        #expect(await observer.next(1) == [.offered("coins")])
        if accepts {
            #expect(
                await observer.next(2) == [
                    .updated(["coins purchasing"]), .updated(["coins purchased"]),
                ]
            )
        } else {
            queue.add(SKPayment.make("level"))
            #expect(await observer.next(1) == [.updated(["level purchasing"])])
            #expect(try store.entries().allSatisfy { $0.productID != "coins" })
        }
    }

    @Test("The default queue is the same object for every subclass")
    func shared() {
        final class Mock: SKPaymentQueue, @unchecked Sendable {}
        #expect(SKPaymentQueue.default() === SKPaymentQueue.default())
        #expect(ObjectIdentifier(Mock.default()) == ObjectIdentifier(SKPaymentQueue.default()))
    }

    @Test("A long queue is delivered in one batch and finished completely")
    func longQueue() async throws {
        for _ in 0..<1_000 {
            try store.pay(PaymentRequest(productID: "coins"))
        }
        let observer = RecordingObserver { queue, transactions in
            transactions.forEach(queue.finishTransaction)
        }
        queue.add(observer)
        #expect(await observer.next(1).count == 1)
        #expect(observer.transactions.count == 1_000)
        while !queue.transactions.isEmpty {
            _ = await observer.next(1)
        }
        #expect(try store.unfinishedEntries().isEmpty)
    }
}
