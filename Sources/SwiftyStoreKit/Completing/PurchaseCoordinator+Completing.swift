import StoreKit

extension PurchaseCoordinator {
    package func completeTransactions(
        atomically: Bool,
        completion: @escaping ([Purchase]) -> Void
    ) {
        let handler = CompleteHandler(atomically: atomically, callback: Callback(completion))
        perform { state, effects in state.completion.setHandler(handler, effects: &effects) }
    }

    /// A new stream of what comes outside of a call.
    package func purchaseUpdates() -> AsyncStream<Purchase> {
        let (stream, continuation) = AsyncStream<Purchase>.makeStream()
        let id = perform { state, _ in state.makeID() }
        continuation.onTermination = { [weak self] _ in
            self?.perform { state, effects in
                state.completion.unsubscribe(id, effects: &effects)
            }
        }
        perform { state, effects in
            state.completion.subscribe(id, continuation, effects: &effects)
        }
        return stream
    }
}
