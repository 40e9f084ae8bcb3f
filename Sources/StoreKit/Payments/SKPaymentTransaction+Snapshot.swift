import LocalAppStore

extension SKPaymentTransaction {
    /// What a transaction says at one moment.
    package struct Snapshot: Sendable {
        /// The entry of the store's ledger that the transaction shows, once there is one.
        package var entryID: Int64?
        /// The store whose entry that is; `nil` when there is nothing to finish.
        var source: SKPaymentTransaction.Source?
        package var state: SKPaymentTransactionState
        package var transactionIdentifier: String?
        package var transactionDate: Date?
        package var error: (any Error)?
        package var original: SKPaymentTransaction?

        package init(
            entryID: Int64? = nil,
            state: SKPaymentTransactionState = .purchasing,
            transactionIdentifier: String? = nil,
            transactionDate: Date? = nil,
            error: (any Error)? = nil,
            original: SKPaymentTransaction? = nil
        ) {
            self.entryID = entryID
            self.state = state
            self.transactionIdentifier = transactionIdentifier
            self.transactionDate = transactionDate
            self.error = error
            self.original = original
        }
    }

    /// The store that a transaction came from, which is not kept alive: what is not finished when a
    /// session's store goes has gone with it.
    final class Source: @unchecked Sendable {
        // Unchecked because of the weak reference, which nobody sets after the initializer.
        private(set) weak var store: Store?

        init(_ store: Store) {
            self.store = store
        }
    }
}
