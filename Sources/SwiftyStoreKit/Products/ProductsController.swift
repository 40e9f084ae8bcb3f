import Foundation
import StoreKit

/// Answers questions for products from what is kept, from a request that runs, or from a new one.
///
/// What is kept belongs to the store whose prices it has: `pricing` says which those are, and what
/// was asked for or answered under another value is not shown. On Apple's platforms only the
/// storefront's change, which StoreKit tells, changes prices within a launch.
final class ProductsController: Sendable {
    private let state = Locked(ProductsState())
    private let callbacks: CallbackQueue
    private let now: @Sendable () -> Date
    private let pricing: @Sendable () -> Int?
    private let make: ProductsRequestMaker

    init(
        callbacks: CallbackQueue,
        now: @escaping @Sendable () -> Date,
        pricing: @escaping @Sendable () -> Int?,
        make: @escaping ProductsRequestMaker
    ) {
        self.callbacks = callbacks
        self.now = now
        self.pricing = pricing
        self.make = make
    }

    /// Calls `completion` once on the callback queue, never before this returns.
    func retrieve(
        _ productIds: Set<String>,
        completion: @escaping (RetrieveResults) -> Void
    ) -> ProductsHandle {
        let callback = Callback(completion)
        let date = now()
        follow()
        let (key, waiter, decision) = state.withLock { state in
            let key = state.key(productIds)
            let waiter = ProductsState.Waiter(id: state.makeID(), callback: callback)
            return (key, waiter, state.ask(key, waiter, at: date))
        }
        carryOut(decision, key, waiter)
        return ProductsHandle(self, key, waiter.id)
    }

    /// Forgets every product, and those that are on their way too.
    func clear() {
        let dropped = state.withLock { $0.clear() }
        withExtendedLifetime(dropped) {}
    }

    /// Drops what has the prices of another store or of other settings.
    private func follow() {
        let pricing = pricing()
        let dropped = state.withLock { $0.follow(pricing) }
        withExtendedLifetime(dropped) {}
    }

    func cancel(_ key: ProductsState.Key, _ id: ProductsState.WaiterID) {
        guard let waiter = leave(key, id) else { return }
        let results = RetrieveResults.failed(SwiftyStoreKitError.productsRequestCancelled)
        callbacks.enqueue { waiter.callback(results) }
    }

    func abandon(_ key: ProductsState.Key, _ id: ProductsState.WaiterID) -> Bool {
        leave(key, id) != nil
    }

    private func leave(
        _ key: ProductsState.Key,
        _ id: ProductsState.WaiterID
    ) -> ProductsState.Waiter? {
        let left = state.withLock { $0.leave(key, id) }
        left?.request?.cancel()
        return left?.waiter
    }

    private func carryOut(
        _ decision: ProductsState.Decision,
        _ key: ProductsState.Key,
        _ waiter: ProductsState.Waiter
    ) {
        switch decision {
        case .wait: break
        case .answer(let products): callbacks.enqueue { waiter.callback(.found(products)) }
        case .request(let missing, let id): request(missing, key, id)
        }
    }

    private func request(_ missing: Set<String>, _ key: ProductsState.Key, _ id: Int) {
        let request = make(missing) { [weak self] result in self?.ended(key, id, result) }
        guard state.withLock({ $0.hold(request, key, runningID: id) }) else { return }
        request.start()
    }

    /// Frees the key before anyone is called, so that a callback may ask again.
    private func ended(
        _ key: ProductsState.Key,
        _ id: Int,
        _ result: Result<ProductsAnswer, any Error>
    ) {
        let date = now()
        follow()
        let ended = state.withLock { state in
            let ended = state.end(key, runningID: id, result, at: date)
            callbacks.append(ended.map(blocks) ?? [])
            return ended
        }
        callbacks.schedule(ended?.running.waiters.count ?? 0)
    }

    private func blocks(_ ended: ProductsState.Ended) -> [CallbackQueue.Block] {
        ended.running.waiters.map { waiter in { waiter.callback(ended.results) } }
    }
}
