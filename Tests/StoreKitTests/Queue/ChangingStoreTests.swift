import Dispatch
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Changing the store in use", .timeLimit(.minutes(10)))
struct ChangingStoreTests {
    @Test("A purchase made after another store came into use is not shown")
    func late() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        let queue = SKPaymentQueue(store: first)
        let connection = queue.local.connection
        first.confirmationPolicy = .ask { _ in
            connection.use(second)
            return true
        }
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        await expectWithdrawal(from: queue, to: observer)
        #expect(try first.entries().map(\.productID) == ["coins"])
        #expect(try second.entries().map(\.productID) == ["level"])
    }

    @Test("What a store reported is not delivered when another one is in use by then")
    func reported() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        let queue = SKPaymentQueue(store: first)
        let observer = RecordingObserver { queue, transactions in
            guard transactions.first?.transactionState == .purchased,
                queue.local.connection.openedStore === first
            else { return }
            // The report is on the main queue, behind this call, when the next store comes.
            _ = try? first.buy(PaymentRequest(productID: "level", isMadeOutsideApp: true))
            queue.local.waitForReports(of: first)
            queue.local.connection.use(second)
            #expect(queue.transactions.isEmpty)
        }
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        #expect(
            await observer.next(3) == [
                .updated(["coins purchasing"]), .updated(["coins purchased"]),
                .removed(["coins purchased", "level purchased"]),
            ]
        )
        queue.add(SKPayment.make("monthly"))
        #expect(
            await observer.next(2) == [
                .updated(["monthly purchasing"]), .updated(["monthly purchased"]),
            ]
        )
    }

    @Test("A restore whose end is reported when another store is in use has failed")
    func restored() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        let queue = SKPaymentQueue(store: first)
        let observer = RecordingObserver { queue, transactions in
            guard transactions.first?.transactionState == .purchased else { return }
            queue.restoreCompletedTransactions()
            queue.local.device.work.sync {}
            queue.local.connection.use(second)
        }
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        #expect(
            await observer.next(4) == [
                .updated(["coins purchasing"]), .updated(["coins purchased"]), .restoreFailed,
                .removed(["coins purchased"]),
            ]
        )
    }

    @Test("A restore that another store overtakes has failed, and restores nothing of it")
    func overtakenRestore() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        let owned = try second.pay(PaymentRequest(productID: "level"))
        try second.finish([owned.id])
        let queue = SKPaymentQueue(store: first)
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        _ = await observer.next(2)
        queue.local.device.work.sync {
            queue.restoreCompletedTransactions()
            queue.local.connection.use(second)
        }
        #expect(await observer.next(2) == [.removed(["coins purchased"]), .restoreFailed])
        #expect(try second.unfinishedEntries().isEmpty)
    }

    @Test("A payment that another store overtakes is shown to those alone who were there")
    func overtaken() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        try first.pay(PaymentRequest(productID: "level"))
        let queue = SKPaymentQueue(store: first)
        let (early, late) = (RecordingObserver(), RecordingObserver())
        queue.add(early)
        #expect(await early.next(1) == [.updated(["level purchased"])])
        queue.local.device.work.sync {
            queue.add(SKPayment.make("coins"))
            queue.local.connection.use(second)
            queue.add(late)
        }
        #expect(
            await early.next(3) == [
                .removed(["level purchased"]), .updated(["coins purchasing"]),
                .removed(["coins purchasing"]),
            ]
        )
        queue.add(SKPayment.make("monthly"))
        #expect(await late.next(1) == [.updated(["monthly purchasing"])])
        #expect(try first.entries().map(\.productID) == ["level"])
        #expect(queue.transactions.map(\.payment.productIdentifier) == ["monthly"])
    }

    @Test("A payment added right after another store came into use has one transaction")
    func early() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        try first.pay(PaymentRequest(productID: "level"))
        let queue = SKPaymentQueue(store: first)
        let observer = RecordingObserver()
        queue.add(observer)
        #expect(await observer.next(1) == [.updated(["level purchased"])])
        queue.local.connection.use(second)
        queue.add(SKPayment.make("coins"))
        #expect(
            await observer.next(3) == [
                .removed(["level purchased"]), .updated(["coins purchasing"]),
                .updated(["coins purchased"]),
            ]
        )
        #expect(observer.transactions[1] === observer.transactions[2])
        #expect(queue.transactions.count == 1)
    }

    @Test("A payment that waits when another store comes into use is not charged")
    func waiting() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        let queue = SKPaymentQueue(store: first)
        let bothAreAdded = DispatchSemaphore(value: 0)
        first.confirmationPolicy = .ask { [connection = queue.local.connection] _ in
            bothAreAdded.wait()
            connection.use(second)
            return true
        }
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        queue.add(SKPayment.make("level"))
        #expect(
            await observer.next(2) == [
                .updated(["coins purchasing"]), .updated(["level purchasing"]),
            ]
        )
        bothAreAdded.signal()
        #expect(await observer.next(1) == [.removed(["coins purchasing", "level purchasing"])])
        // The payments of one queue are made one after the other.
        queue.add(SKPayment.make("monthly"))
        #expect(await observer.next(2).last == .updated(["monthly purchased"]))
        #expect(try first.entries().map(\.productID) == ["coins"])
        #expect(try second.entries().map(\.productID) == ["monthly"])
    }

    @Test("A payment to a store that could not be read is removed with it, once")
    func unreadable() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        let queue = SKPaymentQueue(store: first)
        try first.close()
        let observer = RecordingObserver()
        queue.add(observer)
        queue.local.device.payments.sync {
            queue.add(SKPayment.make("coins"))
            queue.local.device.work.sync {}
            queue.local.connection.use(second)
        }
        await expectWithdrawal(from: queue, to: observer)
    }

    @Test("A payment to a store that went out of use, with none in its place, is not charged")
    func outOfUse() throws {
        let store = try Store.sample()
        let queue = SKPaymentQueue(store: store)
        queue.local.device.payments.sync {
            queue.add(SKPayment.make("coins"))
            queue.local.device.work.sync {}
            queue.local.connection.stopUsing(store)
        }
        queue.local.device.payments.sync {}
        #expect(try store.entries().isEmpty)
    }

    @Test("A deferred purchase is removed from the queue when the store is cleared")
    func clearing() async throws {
        let store = try Store.sample()
        let queue = SKPaymentQueue(store: store)
        let observer = RecordingObserver()
        queue.add(observer)
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        queue.add(SKPayment.make("coins"))
        #expect(await observer.next(2).last == .updated(["coins deferred"]))
        try store.clear()
        #expect(await observer.next(1) == [.removed(["coins deferred"])])
        #expect(queue.transactions.isEmpty)
    }

    @Test("A different storefront of a store that comes into use is reported")
    func storefront() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        try second.updateSettings { $0.storefront = "JPN" }
        let queue = SKPaymentQueue(store: first)
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        _ = await observer.next(2)
        queue.local.connection.use(second)
        #expect(
            await observer.next(2) == [.removed(["coins purchased"]), .storefrontChanged("JPN")]
        )
    }

    /// The payment for coins is withdrawn, once, and the next payment is made.
    private func expectWithdrawal(
        from queue: SKPaymentQueue,
        to observer: RecordingObserver
    ) async {
        #expect(
            await observer.next(2) == [
                .updated(["coins purchasing"]), .removed(["coins purchasing"]),
            ]
        )
        queue.add(SKPayment.make("level"))
        #expect(
            await observer.next(2) == [
                .updated(["level purchasing"]), .updated(["level purchased"]),
            ]
        )
    }
}

extension LocalPaymentQueue {
    /// Waits until what a store did is on its way to the observers.
    fileprivate func waitForReports(of store: Store) {
        let areMade = DispatchSemaphore(value: 0)
        store.afterNotifying { areMade.signal() }
        areMade.wait()
        device.work.sync {}
    }
}
