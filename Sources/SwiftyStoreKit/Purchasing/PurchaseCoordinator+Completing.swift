import StoreKit

extension PurchaseCoordinator {
    package func completeTransactions(
        atomically: Bool,
        completion: @escaping ([Purchase]) -> Void
    ) {
        noteStoreInUse()
        let handler = CompleteTransactionsController.Handler(
            atomically: atomically,
            callback: Callback(completion)
        )
        perform { state, actions in state.completion.setHandler(handler, actions: &actions) }
    }

    package func purchaseUpdates() -> AsyncStream<Purchase> {
        noteStoreInUse()
        let (stream, continuation) = AsyncStream<Purchase>.makeStream()
        let id = perform { state, _ in state.makeID() }
        continuation.onTermination = { [weak self] _ in
            self?.perform { state, actions in
                state.completion.unsubscribe(id, actions: &actions)
            }
        }
        let hasEnded = perform { state, actions in
            if !state.hasEnded { state.completion.subscribe(id, continuation, actions: &actions) }
            return state.hasEnded
        }
        if hasEnded { continuation.finish() }
        return stream
    }

    /// The transactions that are not finished, but for those the customer is still confirming.
    package var pendingTransactions: [Purchase] {
        // Read before the queue, so that transactions that the queue drops meanwhile are in
        // neither.
        let finished = perform { state, _ in state.finished.ids }
        return queue.transactions.filter { !finished.contains(ObjectIdentifier($0)) }
            .map(ObservedTransaction.init).filter { $0.state != .purchasing }
            .map { $0.purchase(needsFinish: $0.state != .deferred) }
    }

    package func finish(_ transaction: any PaymentTransaction) {
        guard let transaction = transaction as? SKPaymentTransaction else {
            return log(.warning, "Only a transaction of StoreKit can be finished.")
        }
        let observed = ObservedTransaction(transaction)
        switch observed.state {
        case .purchasing, .deferred:
            log(.warning, "A transaction that has not ended cannot be finished.")
        default: finish([observed])
        }
    }

    func finish(_ batch: [ObservedTransaction]) {
        guard !batch.isEmpty else { return }
        // Recorded first, because the queue may report their removal immediately.
        perform { state, _ in state.finished.insert(batch.map(\.transaction)) }
        for observed in batch {
            log(.info, "Finishing a transaction of \(observed.key.productID).")
            queue.finishTransaction(observed.transaction)
        }
        let exceedsLimit = perform { state, _ in
            state.scheduledToFinish.subtract(batch.map(\.id))
            return state.finished.exceedsLimit
        }
        if exceedsLimit { forgetFinished() }
    }

    /// Forgets those that the queue no longer holds, whether or not it reported so.
    private func forgetFinished() {
        let finished = perform { state, _ in state.finished.ids }
        let removed = finished.subtracting(queue.transactions.map(ObjectIdentifier.init))
        perform { state, actions in state.finished.remove(removed, actions: &actions) }
    }
}
