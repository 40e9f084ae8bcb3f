package import Foundation
import StoreKit

/// Owns the observer, the three links and the products; everything the facade does goes through it.
///
/// What a message of StoreKit means is decided under one lock as soon as it comes; the callbacks
/// that follow run on the callback queue.
package final class PurchaseCoordinator: Sendable {
    /// Runs a block some seconds later.
    package typealias Delay = @Sendable (TimeInterval, @escaping CallbackQueue.Block) -> Void

    let callbacks: CallbackQueue
    let products: ProductsController
    let log: Log
    private let payments: Unchecked<any PaymentQueue>
    private let observer = TransactionObserver()
    private let state = Locked(StoreState())
    private let now: @Sendable () -> Date
    private let after: Delay

    /// Registers an observer with `queue`, which is used until the coordinator ends.
    package init(
        queue: any PaymentQueue,
        callbacks: CallbackQueue = .main,
        now: @escaping @Sendable () -> Date = { Date() },
        after: @escaping Delay = PurchaseCoordinator.delay,
        makeProductsRequest: @escaping ProductsRequestMaker = ProductsQuery.make,
        pricing: @escaping @Sendable () -> Int? = ProductsController.pricing,
        log: Log = .shared
    ) {
        payments = Unchecked(queue)
        self.callbacks = callbacks
        self.now = now
        self.after = after
        self.log = log
        products = ProductsController(
            callbacks: callbacks,
            now: now,
            pricing: pricing,
            make: makeProductsRequest
        )
        observer.coordinator = self
        queue.add(observer)
    }

    deinit {
        payments.value.remove(observer)
    }

    var queue: any PaymentQueue { payments.value }

    func handlers<Result>(_ body: (inout PlatformHandlers) -> Result) -> Result {
        state.withLock { body(&$0.handlers) }
    }

    /// Decides under the lock and lets the effects happen after it.
    func perform<Result>(_ decide: (inout StoreState, inout Effects) -> Result) -> Result {
        var effects = Effects()
        let result = state.withLock { state in
            let result = decide(&state, &effects)
            state.expect(&effects)
            callbacks.append(effects.deliveries.map(block))
            return result
        }
        effects.messages.forEach { log($0, $1) }
        callbacks.schedule(effects.deliveries.count)
        // What the effects hold is released here, outside of the lock.
        withExtendedLifetime(effects) {}
        return result
    }

    func date() -> Date { now() }

    /// Does something later, unless the coordinator has ended by then.
    func wait(_ seconds: TimeInterval, _ body: @escaping @Sendable (PurchaseCoordinator) -> Void) {
        after(seconds) { [weak self] in self.map(body) }
    }

    /// Waits on the main queue.
    @Sendable package static func delay(
        _ seconds: TimeInterval,
        _ body: @escaping CallbackQueue.Block
    ) {
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: body)
    }

    private func block(_ delivery: Effects.Delivery) -> CallbackQueue.Block {
        { [self] in
            delivery.callback()
            // Only now: a crash inside the callback must leave the purchase in the queue.
            finish(delivery.finishing)
        }
    }
}
