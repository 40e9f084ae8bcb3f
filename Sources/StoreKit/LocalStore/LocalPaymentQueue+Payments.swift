import Dispatch
import Foundation
import LocalAppStore

extension LocalPaymentQueue {
    /// Takes a copy of a payment to the store, after those that were added before.
    func add(_ payment: SKPayment) {
        guard let copy = payment.copy() as? SKPayment else { return }
        let token = UUID()
        let request = PaymentRequest(copy, token: token)
        let transaction = SKPaymentTransaction(payment: copy)
        let storefront = connection.settings?.storefront
        work.async {
            self.state.withLock { $0.transactions.add(transaction, token: token) }
            self.tellUpdated([TransactionUpdate(transaction: transaction)])
            self.payments.async { self.pay(request, showing: transaction, addedIn: storefront) }
        }
    }

    /// Runs on `payments`.
    private func pay(
        _ request: PaymentRequest,
        showing transaction: SKPaymentTransaction,
        addedIn storefront: String?
    ) {
        guard isStillWanted(transaction, addedIn: storefront) else {
            let reason =
                "The storefront changed after the payment was added, and the queue's delegate did not "
                + "want to go on."
            let error = SKError(.storeProductNotAvailable, because: reason)
            StoreDiagnostics.shared.report(error, paying: request)
            return fail(transaction, with: error)
        }
        do {
            let store = try connection.store()
            let entry = try store.pay(request)
            if let failure = entry.failure {
                StoreDiagnostics.shared.report(SKError(failure), paying: request)
            }
            work.async { self.tell(about: entry, of: store) }
        } catch {
            let error = SKError.wrapping(error)
            StoreDiagnostics.shared.report(error, paying: request)
            fail(transaction, with: error)
        }
    }

    private func tell(about entry: LedgerEntry, of store: Store) {
        // A payment that was under way when another store came into use is not one of its transactions.
        guard isInUse(store), let update = show(entry) else { return }
        tellUpdated([update])
    }

    /// A payment that never reached the ledger fails without an entry; nothing was charged.
    private func fail(_ transaction: SKPaymentTransaction, with error: SKError) {
        let snapshot = SKPaymentTransaction.Snapshot(state: .failed, error: error)
        let update = TransactionUpdate(transaction: transaction, snapshot: snapshot)
        work.async { self.tellUpdated([update]) }
    }

    /// Asks the delegate when the storefront is no longer the one in which the payment was added.
    private func isStillWanted(
        _ transaction: SKPaymentTransaction,
        addedIn storefront: String?
    ) -> Bool {
        guard let settings = connection.settings, let storefront,
            settings.storefront != storefront
        else { return true }
        let country = SKStorefront(settings.storefrontCountry)
        return DispatchQueue.main.sync {
            guard let owner, let delegate else { return true }
            return delegate.paymentQueue(owner, shouldContinue: transaction, in: country)
        }
    }

    /// Delivers again what the customer owns, and then says exactly once how it ended.
    ///
    /// Copies that an earlier restore left in the queue are delivered again too.
    func restore(applicationUsername: String?) {
        work.async {
            do {
                let store = try self.connection.store()
                let entries = try store.restore(applicationUsername: applicationUsername)
                if self.isInUse(store) { self.tellUpdated(entries.compactMap(self.update)) }
                self.tellObservers { $1.paymentQueueRestoreCompletedTransactionsFinished($0) }
            } catch {
                let error = SKError.wrapping(error)
                self.tellObservers {
                    $1.paymentQueue($0, restoreCompletedTransactionsFailedWithError: error)
                }
            }
        }
    }

    /// What to say about a restored entry, also when it was in the queue before.
    private func update(restoring entry: LedgerEntry) -> TransactionUpdate? {
        show(entry)
            ?? state.withLock { $0.transactions.transaction(showing: entry) }
            .map { TransactionUpdate(transaction: $0) }
    }

    /// Finishes a transaction soon; several that are finished in a row become durable together.
    ///
    /// When the ledger cannot be written, the transaction stays in the queue and is delivered at the next launch.
    func finish(_ transaction: SKPaymentTransaction) {
        let snapshot = transaction.snapshot
        switch snapshot.state {
        case .purchasing, .deferred: return
        case .purchased, .failed, .restored: break
        @unknown default: return
        }
        guard let id = snapshot.entryID else { return work.async { self.forget(transaction) } }
        let isFirst = state.withLock { state in
            guard state.transactions.contains(transaction) else { return false }
            state.finishing.append(id)
            return state.finishing.count == 1
        }
        if isFirst { work.async { self.finishPending() } }
    }

    private func finishPending() {
        let ids = state.withLock { state in
            defer { state.finishing = [] }
            return state.finishing
        }
        guard !ids.isEmpty, let store = try? connection.store(),
            (try? store.finish(ids)) != nil
        else { return }
        let removed = state.withLock { state in
            ids.compactMap { state.transactions.remove(entry: $0) }
        }
        tellRemoved(removed)
    }

    private func forget(_ transaction: SKPaymentTransaction) {
        let isKnown = state.withLock { state in
            defer { state.transactions.remove(transaction) }
            return state.transactions.contains(transaction)
        }
        if isKnown { tellRemoved([transaction]) }
    }
}
