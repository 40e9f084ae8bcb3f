import Foundation
import LocalAppStore
import Testing

@testable import StoreClient
@testable import StoreKit

@Suite("Finishing transactions", .timeLimit(.minutes(10)))
struct FinishingTests {
    @Test("A transaction finished during a restore stays visible until its removal is notified")
    func restoring() async throws {
        let store = try Store.sample()
        try store.finish([try store.pay(PaymentRequest(productID: "level")).id])
        let queue = SKPaymentQueue(store: store)
        let observer = FinishingObserver()
        queue.add(observer)
        for _ in 0..<100 {
            queue.restoreCompletedTransactions()
            #expect(
                await observer.next(3) == [
                    "updated 1", "restored 1", "removed 0",
                ]
            )
        }
    }

    @Test("A transaction finished when purchased stays visible until its removal is notified")
    func purchasing() async throws {
        let queue = SKPaymentQueue(store: try .sample())
        let observer = FinishingObserver()
        queue.add(observer)
        for _ in 0..<100 {
            queue.add(SKPayment.make("coins"))
            #expect(await observer.next(3) == ["updated 1", "updated 1", "removed 0"])
        }
    }

    @Test("A payment whose entry another process finishes at once is purchased, and then removed")
    func finishedElsewhere() async throws {
        let store = try Store.sample()
        let queue = SKPaymentQueue(store: store)
        let observer = RecordingObserver()
        queue.add(observer)
        let isPaid = DispatchSemaphore(value: 0)
        let observation = store.observe { if !$0.entries.isEmpty { isPaid.signal() } }
        queue.local.device.work.sync {
            queue.add(SKPayment.make("coins"))
            // The payment's result waits behind this.
            queue.local.device.work.async {
                isPaid.wait()
                let ids = (try? store.unfinishedEntries().map(\.id)) ?? []
                try? store.finish(ids)
                #expect(queue.local.remove(entries: ids, of: store).isEmpty)
            }
        }
        #expect(
            await observer.next(3) == [
                .updated(["coins purchasing"]), .updated(["coins purchased"]),
                .removed(["coins purchased"]),
            ]
        )
        #expect(queue.transactions.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test("A transaction is finished in its own store, even when another one is in use")
    func source() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        let connection = StoreConnection(store: first)
        let queue = LocalPaymentQueue(StoreDevice(connection))
        let transaction = try #require(try queue.deliver("coins", of: first))
        connection.use(second)
        let other = try #require(try queue.deliver("level", of: second))
        #expect(transaction.transactionIdentifier == other.transactionIdentifier)
        queue.finish(transaction)
        queue.device.work.sync {}
        #expect(try first.unfinishedEntries().isEmpty)
        #expect(try second.unfinishedEntries().map(\.productID) == ["level"])
        #expect(queue.visible == [other])
    }

    @Test("Transactions of two stores finished together are finished in their own stores")
    func together() async throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        let connection = StoreConnection(store: first)
        let queue = LocalPaymentQueue(StoreDevice(connection))
        let transaction = try #require(try queue.deliver("coins", of: first))
        connection.use(second)
        let other = try #require(try queue.deliver("level", of: second))
        try first.pay(PaymentRequest(productID: "monthly"))
        try second.pay(PaymentRequest(productID: "monthly"))
        queue.device.work.sync {
            queue.finish(transaction)
            queue.finish(other)
        }
        queue.device.work.sync {}
        #expect(try first.unfinishedEntries().map(\.productID) == ["monthly"])
        #expect(try second.unfinishedEntries().map(\.productID) == ["monthly"])
    }

    @Test("Finishing a transaction of a released store does not affect another store")
    func releasedStore() async throws {
        let second = try Store.sample()
        let connection = StoreConnection(open: { throw EnvironmentError.noConfiguration })
        let queue = LocalPaymentQueue(StoreDevice(connection))
        let transaction: SKPaymentTransaction
        let released = EventStream<Bool>()
        do {
            let first = try Store.sample()
            first.confirmationPolicy = .ask { [signal = ReleaseSignal(released)] _ in
                withExtendedLifetime(signal) { true }
            }
            connection.use(first)
            transaction = try #require(try queue.deliver("coins", of: first))
            connection.stopUsing(first)
        }
        connection.use(second)
        let other = try #require(try queue.deliver("level", of: second))
        // Queues may hold the store for a moment longer than this test.
        #expect(await released.next(1) == [true])
        #expect(transaction.snapshot.source?.store == nil)
        queue.finish(transaction)
        queue.device.work.sync {}
        #expect(try second.unfinishedEntries().map(\.productID) == ["level"])
        #expect(queue.visible == [other])
    }
}

extension LocalPaymentQueue {
    /// Buys a product in the store in use, and returns the transaction that shows the purchase.
    fileprivate func deliver(_ product: String, of store: Store) throws -> SKPaymentTransaction? {
        let entry = try store.pay(PaymentRequest(productID: product))
        return device.work.sync {
            followStoreInUse()
            return state.withLock { $0.transactions.transaction(showing: entry) }
        }
    }

    fileprivate var visible: [SKPaymentTransaction] {
        state.withLock { $0.transactions.all }
    }
}

/// Finishes all updated transactions, and records the number of visible ones with every call.
private final class FinishingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let events = EventStream<String>()

    func next(_ count: Int) async -> [String] {
        await events.next(count)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        transactions.forEach(queue.finishTransaction)
        // Gives the queue time to do too early what it should do later.
        queue.local.device.work.sync {}
        events.record("updated \(queue.transactions.count)")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        events.record("removed \(queue.transactions.count)")
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        events.record("restored \(queue.transactions.count)")
    }
}

/// Records its release together with the store whose policy owns it.
private final class ReleaseSignal: Sendable {
    private let released: EventStream<Bool>

    init(_ released: EventStream<Bool>) {
        self.released = released
    }

    deinit { released.record(true) }
}
