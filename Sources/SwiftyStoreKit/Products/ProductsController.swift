import Foundation
import StoreKit

/// Answers questions for products from what is kept, from a request that runs, or from a new one.
final class ProductsController: Sendable {
    private let state = Locked(ProductsState())
    private let callbacks: CallbackQueue
    private let now: @Sendable () -> Date
    private let make: ProductsRequestMaker

    init(
        callbacks: CallbackQueue,
        now: @escaping @Sendable () -> Date,
        make: @escaping ProductsRequestMaker
    ) {
        self.callbacks = callbacks
        self.now = now
        self.make = make
    }

    /// Calls `completion` once on the callback queue, never before this returns.
    func retrieve(
        _ productIds: Set<String>,
        completion: @escaping (RetrieveResults) -> Void
    ) -> ProductsHandle {
        let callback = Callback(completion)
        let date = now()
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
        state.withLock { $0.clear() }
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
        case .answer(let results): callbacks.enqueue { waiter.callback(results) }
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
        let blocks = state.withLock { state -> [CallbackQueue.Block] in
            guard let ended = state.end(key, runningID: id, result, at: date) else { return [] }
            let blocks = ended.running.waiters.map { waiter in
                { @Sendable in waiter.callback(ended.results) }
            }
            callbacks.append(blocks)
            return blocks
        }
        callbacks.schedule(blocks.count)
    }
}
