import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct FinishingTests {
    @Test func `pending transactions are those of the queue that are not being paid`() {
        let app = TestApp.make()
        app.queue.hold([
            TestTransaction.make("a"), TestTransaction.make("b", state: .purchasing),
            TestTransaction.make("c", state: .deferred),
        ])
        let pending = app.coordinator.pendingTransactions
        #expect(pending.map(\.productId) == ["a", "c"])
        #expect(pending.map(\.needsFinishTransaction) == [true, false])
    }

    @Test func `what the app has finished is not pending while the queue holds it`() {
        let queue = HoldingQueue()
        let coordinator = PurchaseCoordinator(queue: queue, callbacks: Turns().makeQueue())
        let (done, open) = (TestTransaction.make("a"), TestTransaction.make("b"))
        queue.held = [done, open]
        coordinator.finish(done)
        #expect(coordinator.pendingTransactions.map(\.productId) == ["b"])
    }

    @Test func `what the library has finished is not pending either`() {
        let (queue, turns) = (HoldingQueue(), Turns())
        let coordinator = PurchaseCoordinator(queue: queue, callbacks: turns.makeQueue())
        let pending = Recorder<Int>()
        coordinator.completeTransactions(atomically: true) { [unowned coordinator] _ in
            pending.record(coordinator.pendingTransactions.count)
        }
        queue.update(TestTransaction.make())
        turns.run()
        pending.record(coordinator.pendingTransactions.count)
        #expect(pending.all == [1, 0])
    }

    @Test(arguments: [true, false])
    func `finished transactions are released`(reportsRemovals: Bool) {
        let queue = HoldingQueue()
        let coordinator = PurchaseCoordinator(queue: queue, callbacks: Turns().makeQueue())
        let alive = Recorder<() -> Bool>()
        for _ in 0..<1_000 {
            let transaction = TestTransaction.make()
            alive.record { [weak transaction] in transaction != nil }
            queue.held = [transaction]
            coordinator.finish(transaction)
            queue.drop(reporting: reportsRemovals)
        }
        #expect(alive.all.count { $0() } <= (reportsRemovals ? 0 : 128))
    }

    @Test func `a transaction of the queue is finished`() {
        let app = TestApp.make()
        let transaction = TestTransaction.make()
        app.coordinator.finish(transaction)
        #expect(app.queue.finished.all == [transaction])
    }

    @Test func `something that is no transaction of StoreKit is not finished`() {
        let app = TestApp.make()
        app.coordinator.finish(ForeignTransaction())
        #expect(app.queue.finished.count == 0)
    }

    // To finish one that is being paid crashes on Apple's systems.
    @Test(arguments: [SKPaymentTransactionState.purchasing, .deferred])
    func `a transaction that has not ended is not finished`(state: SKPaymentTransactionState) {
        let app = TestApp.make()
        app.coordinator.finish(TestTransaction.make(state: state))
        #expect(app.queue.finished.count == 0)
    }
}

/// A payment queue that holds what was finished until the test drops it, as StoreKit's does.
// Unchecked because the test uses it from one thread.
private final class HoldingQueue: PaymentQueue, @unchecked Sendable {
    private let sender = SKPaymentQueue()
    private var observer: (any SKPaymentTransactionObserver)?
    var held: [SKPaymentTransaction] = []

    var transactions: [SKPaymentTransaction] { held }

    func add(_ observer: any SKPaymentTransactionObserver) { self.observer = observer }
    func remove(_ observer: any SKPaymentTransactionObserver) { self.observer = nil }
    func add(_ payment: SKPayment) {}
    #if !os(visionOS)
    func start(_ downloads: [SKDownload]) {}
    func pause(_ downloads: [SKDownload]) {}
    func resume(_ downloads: [SKDownload]) {}
    func cancel(_ downloads: [SKDownload]) {}
    #endif
    func restoreCompletedTransactions(withApplicationUsername username: String?) {}
    func finishTransaction(_ transaction: SKPaymentTransaction) {}

    func update(_ transaction: SKPaymentTransaction) {
        held.append(transaction)
        observer?.paymentQueue(sender, updatedTransactions: [transaction])
    }

    func drop(reporting: Bool) {
        let removed = held
        held = []
        if reporting { observer?.paymentQueue?(sender, removedTransactions: removed) }
    }
}
