import StoreKit

// The end of the store that everything here waits for. Only a store for tests ends before its
// process does.
extension PurchaseCoordinator {
    /// Ends what waits for the store: callbacks with an error, and streams.
    ///
    /// Transactions that no handler took are forgotten. Later calls go on to the queue, which fails
    /// them.
    func end(because reason: String = "The store ended before the call did.") {
        let error = StoreError.make(.unknown, reason)
        perform { state, effects in
            state.hasEnded = true
            state.payments.failAll(error, effects: &effects)
            for restore in state.restores.closeAll() {
                let results = restore.results(error)
                effects.deliver { restore.callers.forEach { $0.completion(results) } }
            }
            state.completion.end(&effects)
        }
    }
}
