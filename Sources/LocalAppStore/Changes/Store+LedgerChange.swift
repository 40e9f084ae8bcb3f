import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// Calls `body` with the changes of all customers, on a queue of the store, until the returned
    /// observation is cancelled or released.
    ///
    /// A change that is made while an earlier one is read may be delivered twice.
    package func observeAllCustomers(
        _ body: @escaping @Sendable (LedgerChange) -> Void
    ) -> StoreObservation {
        let missed = Locked<Int64?>(nil)
        return observeLedger { [weak core] revision in
            // Reads the changes that could not be read before.
            let start = missed.withLock { $0 } ?? revision
            let change = try? core?.ledger.read { try $0.ledgerChange(since: start) }
            missed.withLock { $0 = change == nil ? start : nil }
            if let change, !change.isEmpty { body(change) }
        }
    }
}
