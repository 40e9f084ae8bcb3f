package import Foundation
import StoreKit

/// Owns the observer, the three links and the products; everything the facade does goes through it.
///
/// What a message of StoreKit means is decided under one lock as soon as it comes; the callbacks that
/// follow run on the callback queue.
package final class PurchaseCoordinator: Sendable {
    let callbacks: CallbackQueue
    let products: ProductsController
    let log: Log
    private let payments: Unchecked<any PaymentQueue>
    private let observer = TransactionObserver()
    private let state = Locked(StoreState())
    private let now: @Sendable () -> Date

    /// Registers an observer with `queue`, which is used until the coordinator ends.
    package init(
        queue: any PaymentQueue,
        callbacks: CallbackQueue = .main,
        now: @escaping @Sendable () -> Date = { Date() },
        makeProductsRequest: @escaping ProductsRequestMaker = ProductsQuery.make,
        log: Log = .shared
    ) {
        payments = Unchecked(queue)
        self.callbacks = callbacks
        self.now = now
        self.log = log
        products = ProductsController(callbacks: callbacks, now: now, make: makeProductsRequest)
        observer.coordinator = self
        queue.add(observer)
    }

    deinit {
        payments.value.remove(observer)
    }

    var queue: any PaymentQueue { payments.value }

    /// The transactions that are not finished, but for those the customer is still confirming.
    package var pendingTransactions: [Purchase] {
        queue.transactions.map(ObservedTransaction.init).filter { $0.state != .purchasing }
            .map { $0.purchase(needsFinish: $0.state != .deferred) }
    }

    func handlers<Result>(_ body: (inout PlatformHandlers) -> Result) -> Result {
        state.withLock { body(&$0.handlers) }
    }

    /// Decides under the lock and lets the effects happen after it.
    func perform<Result>(_ decide: (inout StoreState, inout Effects) -> Result) -> Result {
        var effects = Effects()
        let result = state.withLock { state in
            let result = decide(&state, &effects)
            state.expect(effects.deliveries)
            callbacks.append(effects.deliveries.map(block))
            return result
        }
        effects.messages.forEach { log($0, $1) }
        callbacks.schedule(effects.deliveries.count)
        return result
    }

    func date() -> Date { now() }

    private func block(_ delivery: Effects.Delivery) -> CallbackQueue.Block {
        { [self] in
            delivery.callback()
            settle(delivery.finishing)
        }
    }

    /// Finishes only now: a crash inside the callback must leave the purchase in the queue.
    private func settle(_ transactions: [SKPaymentTransaction]) {
        guard !transactions.isEmpty else { return }
        transactions.forEach { queue.finishTransaction($0) }
        state.withLock { $0.settling.subtract(transactions.map(ObjectIdentifier.init)) }
    }
}
