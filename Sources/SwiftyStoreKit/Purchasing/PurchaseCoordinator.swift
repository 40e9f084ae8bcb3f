package import Foundation
import StoreKit

/// Owns the observer, the state of all purchases, and the products; every call of the facade that
/// sells goes through it.
///
/// The meaning of a message of StoreKit is decided under one lock as soon as it is received; the
/// callbacks that follow run on the callback queue.
package final class PurchaseCoordinator: Sendable {
    /// Runs a block some seconds later.
    package typealias Delay = @Sendable (TimeInterval, @escaping CallbackQueue.Block) -> Void

    let callbacks: CallbackQueue
    let products: ProductsController
    let log: Log
    let now: @Sendable () -> Date
    private let paymentQueue: Unchecked<any PaymentQueue>
    private let observer = TransactionObserver()
    private let state = Locked(CoordinatorState())
    let delay: Delay
    /// The store of a purchase that is made now; nil where it cannot change.
    let storeInUse: @Sendable () -> (any AnyObject & Sendable)?

    /// Registers an observer with `queue`, which is used until the coordinator ends.
    package init(
        queue: any PaymentQueue,
        callbacks: CallbackQueue = .main,
        now: @escaping @Sendable () -> Date = { Date() },
        delay: @escaping Delay = PurchaseCoordinator.delayOnMainQueue,
        makeProductsRequest: @escaping ProductsResponse.RequestMaker = {
            StoreKitRequest.products(SKProductsRequest(productIdentifiers: $0), completion: $1)
        },
        priceVersion: @escaping @Sendable () -> Int? = ProductsController.storePriceVersion,
        storeInUse: @escaping @Sendable () -> (any AnyObject & Sendable)? = { nil },
        log: Log = .shared
    ) {
        paymentQueue = Unchecked(value: queue)
        self.callbacks = callbacks
        self.now = now
        self.delay = delay
        self.storeInUse = storeInUse
        self.log = log
        products = ProductsController(
            callbackQueue: callbacks,
            now: now,
            priceVersion: priceVersion,
            makeRequest: makeProductsRequest
        )
        observer.coordinator = self
        queue.add(observer)
    }

    deinit {
        stopObserving()
    }

    /// Leaves the queue's transactions to other observers.
    package func stopObserving() {
        paymentQueue.value.remove(observer)
    }

    var queue: any PaymentQueue { paymentQueue.value }

    func handlers<Result>(_ body: (inout PlatformHandlers) -> Result) -> Result {
        state.withLock { body(&$0.handlers) }
    }

    /// Decides under the lock and carries out the actions after it.
    func perform<Result>(
        _ decide: (inout CoordinatorState, inout PendingActions) -> Result
    ) -> Result {
        var actions = PendingActions()
        let result = state.withLock { state in
            let result = decide(&state, &actions)
            state.scheduleFinishing(&actions)
            callbacks.append(actions.deliveries.map(block))
            return result
        }
        actions.messages.forEach { log($0, $1) }
        callbacks.schedule(actions.deliveries.count)
        // The objects of the actions are released here, outside of the lock.
        withExtendedLifetime(actions) {}
        return result
    }

    @Sendable package static func delayOnMainQueue(
        _ seconds: TimeInterval,
        _ body: @escaping CallbackQueue.Block
    ) {
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: body)
    }

    private func block(_ delivery: PendingActions.Delivery) -> CallbackQueue.Block {
        { [self] in
            delivery.callback()
            // Only now: a crash inside the callback must leave the purchase in the queue.
            finish(delivery.finishing)
        }
    }
}

// Messages to the observer. The callbacks that follow run in the same turn of the main queue, so
// that an object of StoreKit shows the reported state.
extension PurchaseCoordinator {
    func transactionsUpdated(_ transactions: [SKPaymentTransaction]) {
        noteStoreInUse()
        let batch = transactions.map(ObservedTransaction.init)
        let held = heldTransactions()
        perform { state, actions in state.process(batch, held: held, actions: &actions) }
        callbacks.runInPresentTurn()
    }

    func transactionsRemoved(_ transactions: [SKPaymentTransaction]) {
        let batch = transactions.map(ObservedTransaction.init)
        perform { state, actions in state.remove(batch, actions: &actions) }
        callbacks.runInPresentTurn()
    }

    func storefrontChanged() {
        log(.info, "The storefront changed; the kept products are dropped.")
        products.clearCache()
    }

    func entitlementsRevoked(_ productIDs: [String]) {
        noteStoreInUse()
        perform { state, actions in state.revocations.revoke(productIDs, actions: &actions) }
    }

    package func onEntitlementRevocation(_ completion: @escaping ([String]) -> Void) {
        noteStoreInUse()
        let handler = Callback(completion)
        perform { state, actions in state.revocations.setHandler(handler, actions: &actions) }
    }

    /// Drops purchases that wait for a handler if another store came into use: a handler that is
    /// registered now is for that one.
    func noteStoreInUse() {
        guard let store = storeInUse() else { return }
        let known = perform { state, _ in state.store }
        guard known?.store !== store else { return }
        perform { state, actions in
            if known != nil {
                state.completion.forgetBacklog(&actions)
                state.revocations.forgetBacklog()
                state.payments.forgetFailures()
            }
            state.store = StoreReference(store: store)
        }
    }

    /// Read before the lock is taken, because the queue has one of its own.
    private func heldTransactions() -> Set<ObjectIdentifier>? {
        guard perform({ state, _ in state.payments.needsHeldTransactions }) else { return nil }
        return Set(queue.transactions.map(ObjectIdentifier.init))
    }
}

// The end of the store that everything here waits for. Only a store for tests ends before its
// process does.
extension PurchaseCoordinator {
    /// Ends the calls that wait for the store: callbacks with an error, and streams.
    ///
    /// Transactions that no handler received are dropped. Later calls continue to the queue, which
    /// fails them; if it is for good, they fail here, because the queue continues for others.
    func end(
        because reason: String = "The store ended before the call did.",
        forGood isForGood: Bool = false
    ) {
        let error = StoreError.make(.unknown, reason)
        perform { state, actions in
            state.hasEnded = true
            state.errorOfLaterPayments = isForGood ? error : nil
            state.payments.failAll(error, actions: &actions)
            while let closed = state.restores.close() { closed.ended.deliver(error, &actions) }
            state.completion.end(&actions)
        }
    }
}
