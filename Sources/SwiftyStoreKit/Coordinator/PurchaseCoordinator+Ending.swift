import StoreKit

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
            for restore in state.restores.closeAll() {
                let results = restore.results(error)
                actions.deliver { restore.callers.forEach { $0.completion(results) } }
            }
            state.completion.end(&actions)
        }
    }
}
