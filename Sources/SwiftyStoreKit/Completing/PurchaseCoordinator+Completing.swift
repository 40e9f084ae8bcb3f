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
            self?.perform { state, _ in state.completion.unsubscribe(id) }
        }
        perform { state, effects in
            state.completion.subscribe(id, continuation, effects: &effects)
        }
        return stream
    }

    package func finish(_ transaction: any PaymentTransaction) {
        guard let transaction = transaction as? SKPaymentTransaction else {
            return log(.warning, "Only a transaction of StoreKit can be finished.")
        }
        switch transaction.transactionState {
        case .purchasing, .deferred:
            log(.warning, "A transaction that has not ended cannot be finished.")
        default: queue.finishTransaction(transaction)
        }
    }
}
