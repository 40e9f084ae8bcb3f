import Foundation
import LocalAppStore

// Everything here runs on `work`.
extension LocalPaymentQueue {
    /// Starts to follow the store, if nobody asked before, and delivers to a new observer what is unfinished.
    func begin(for newcomer: WeakObserver) {
        let store = follow()
        state.withLock { $0.newcomers -= 1 }
        tell(newcomer, about: state.withLock { $0.transactions.all })
        if let store {
            tellStorefront(of: store)
            tellWhatWaits(in: store)
        }
    }

    /// Another store came into use: its transactions take the place of the present ones.
    func changeStore() {
        work.async {
            // A later change may have come first; then the store that is followed is the right one already.
            let followed = self.state.withLock { $0.followed }
            if let followed, self.isInUse(followed) { return }
            // What is let go of ends its observation, which must not happen under the lock.
            withExtendedLifetime(self.state.withLock { $0.forgetStore() }) {}
            guard !self.observers.isEmpty, let store = self.follow() else { return }
            let unfinished = self.state.withLock { $0.transactions.all }
            self.tellUpdated(unfinished.map { TransactionUpdate(transaction: $0) })
            self.tellWhatWaits(in: store)
        }
    }

    /// Begins to hear of the store's changes, and to show what is unfinished already; `nil` when it does so already, and
    /// when the store cannot be read, which the next observer tries again.
    private func follow() -> Store? {
        guard state.withLock({ $0.followed == nil }), let store = try? connection.store() else {
            return nil
        }
        let observation = store.observe { [weak self, work] change in
            work.async { [weak self] in self?.handle(change, of: store) }
        }
        guard let unfinished = try? store.unfinishedEntries(),
            let storefront = try? store.settings.storefront
        else { return nil }
        state.withLock {
            $0.followed = store
            $0.observation = observation
            $0.storefront = $0.storefront ?? storefront
        }
        for entry in unfinished {
            _ = show(entry)
        }
        return store
    }

    private func handle(_ change: StoreChange, of store: Store) {
        // A change that was under way when another store came into use is not about these transactions.
        guard isInUse(store) else { return }
        // Another process may have made the change; an observer reads the receipt as soon as it hears of it.
        try? store.updateReceiptFile()
        var removed = change.isCleared ? removeAll(except: change.entries) : []
        removed += state.withLock { state in
            change.removedIDs.compactMap { state.transactions.remove(entry: $0) }
        }
        var updated: [TransactionUpdate] = []
        for entry in change.entries {
            if entry.isFinished {
                removed += state.withLock {
                    $0.transactions.remove(entry: entry.id).map { [$0] } ?? []
                }
            } else if let update = show(entry) {
                updated.append(update)
            }
        }
        tellUpdated(updated)
        tellRemoved(removed)
        if change.hasNewSettings { tellStorefront(of: store) }
        if change.hasPurchaseIntents || change.entries.contains(where: \.isRevocationUndelivered) {
            tellWhatWaits(in: store)
        }
    }

    private func removeAll(except entries: [LedgerEntry]) -> [SKPaymentTransaction] {
        state.withLock { $0.transactions.removeEntries(except: Set(entries.map(\.id))) }
    }

    /// What the entry's transaction has to say; `nil` when it was told so before.
    func show(_ entry: LedgerEntry) -> TransactionUpdate? {
        let original = entry.state == .restored ? SKPaymentTransaction(originalOf: entry) : nil
        let snapshot = SKPaymentTransaction.Snapshot(entry, original: original)
        return state.withLock { $0.transactions.update(showing: entry, as: snapshot) }
    }

    func isInUse(_ store: Store) -> Bool {
        (try? connection.store()) === store
    }
}
