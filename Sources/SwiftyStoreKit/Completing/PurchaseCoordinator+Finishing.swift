import StoreKit

extension PurchaseCoordinator {
    /// The transactions that are not finished, but for those the customer is still confirming.
    package var pendingTransactions: [Purchase] {
        // Asked before the queue is, so that what the queue drops meanwhile is in neither.
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
        // Noted first, because the queue may say at once that they are gone.
        perform { state, _ in state.finished.insert(batch.map(\.transaction)) }
        for observed in batch {
            log(.info, "Finishing a transaction of \(observed.key.productId).")
            queue.finishTransaction(observed.transaction)
        }
        let isCrowded = perform { state, _ in
            state.settling.subtract(batch.map(\.id))
            return state.finished.isCrowded
        }
        if isCrowded { forgetFinished() }
    }

    /// Forgets those that a queue no longer holds, whether or not it said so.
    private func forgetFinished() {
        let finished = perform { state, _ in state.finished.ids }
        let gone = finished.subtracting(queue.transactions.map(ObjectIdentifier.init))
        perform { state, effects in state.finished.remove(gone, effects: &effects) }
    }
}
