import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Finishing transactions", .timeLimit(.minutes(20)))
struct FinishingTests {
    @Test("What is finished while a restore is told is in the queue until the restore has ended")
    func restoring() async throws {
        let store = try Store.shop()
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

    @Test("What is finished when it is purchased is in the queue until it is told to have left")
    func purchasing() async throws {
        let queue = SKPaymentQueue(store: try .shop())
        let observer = FinishingObserver()
        queue.add(observer)
        for _ in 0..<100 {
            queue.add(SKPayment.make("coins"))
            #expect(await observer.next(3) == ["updated 1", "updated 1", "removed 0"])
        }
    }

    @Test("A transaction is finished in its store, although another one is in use by then")
    func source() async throws {
        let (first, second) = (try Store.shop(), try Store.shop())
        let connection = StoreConnection(store: first)
        let queue = LocalPaymentQueue(connection: connection)
        let transaction = try #require(try queue.deliver("coins", of: first))
        connection.use(second)
        let other = try #require(try queue.deliver("level", of: second))
        #expect(transaction.transactionIdentifier == other.transactionIdentifier)
        queue.finish(transaction)
        queue.work.sync {}
        #expect(try first.unfinishedEntries().isEmpty)
        #expect(try second.unfinishedEntries().map(\.productID) == ["level"])
        #expect(queue.visible == [other])
    }

    @Test("Transactions of two stores that are finished in one go go to their own stores")
    func together() async throws {
        let (first, second) = (try Store.shop(), try Store.shop())
        let connection = StoreConnection(store: first)
        let queue = LocalPaymentQueue(connection: connection)
        let transaction = try #require(try queue.deliver("coins", of: first))
        connection.use(second)
        let other = try #require(try queue.deliver("level", of: second))
        try first.pay(PaymentRequest(productID: "monthly"))
        try second.pay(PaymentRequest(productID: "monthly"))
        queue.work.sync {
            queue.finish(transaction)
            queue.finish(other)
        }
        queue.work.sync {}
        #expect(try first.unfinishedEntries().map(\.productID) == ["monthly"])
        #expect(try second.unfinishedEntries().map(\.productID) == ["monthly"])
    }

    @Test("A transaction whose store is gone finishes nothing of another store")
    func gone() async throws {
        let second = try Store.shop()
        let connection = StoreConnection(open: { throw EnvironmentError.noConfiguration })
        let queue = LocalPaymentQueue(connection: connection)
        let transaction: SKPaymentTransaction
        do {
            let first = try Store.shop()
            connection.use(first)
            transaction = try #require(try queue.deliver("coins", of: first))
            connection.stopUsing(first)
        }
        connection.use(second)
        let other = try #require(try queue.deliver("level", of: second))
        #expect(transaction.snapshot.source?.store == nil)
        queue.finish(transaction)
        queue.work.sync {}
        #expect(try second.unfinishedEntries().map(\.productID) == ["level"])
        #expect(queue.visible == [other])
    }
}

extension LocalPaymentQueue {
    /// Has a product bought in a store that is in use, and returns the transaction that shows it.
    fileprivate func deliver(_ product: String, of store: Store) throws -> SKPaymentTransaction? {
        let entry = try store.pay(PaymentRequest(productID: product))
        return work.sync {
            follow()
            return state.withLock { $0.transactions.transaction(showing: entry) }
        }
    }

    fileprivate var visible: [SKPaymentTransaction] {
        state.withLock { $0.transactions.all }
    }
}

/// Finishes what it is told of, and says how many transactions the queue has whenever it is called.
private final class FinishingObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    override init() {
        (stream, continuation) = AsyncStream.makeStream()
        super.init()
    }

    func next(_ count: Int) async -> [String] {
        var events: [String] = []
        var iterator = stream.makeAsyncIterator()
        while events.count < count, let event = await iterator.next() {
            events.append(event)
        }
        return events
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        transactions.forEach(queue.finishTransaction)
        // The queue has all the time it needs to do now what it should do later.
        queue.local.work.sync {}
        continuation.yield("updated \(queue.transactions.count)")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        continuation.yield("removed \(queue.transactions.count)")
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        continuation.yield("restored \(queue.transactions.count)")
    }
}
