import Foundation
import LocalAppStore
import Synchronization

// Everything here runs on `work`.
extension LocalPaymentQueue {
    /// Starts to follow the store, if nobody asked before, and delivers to a new observer what is unfinished.
    func begin(for newcomer: WeakObserver) {
        _ = follow()
        tell(newcomer, about: state.withLock { $0.transactions.all })
    }

    /// Another store came into use: its transactions take the place of the present ones.
    func changeStore() {
        work.async {
            self.state.withLock { state in
                state.observation = nil
                state.transactions = QueuedTransactions()
                state.finishing = []
                state.storefront = nil
            }
            guard !self.observers.isEmpty else { return }
            self.tellUpdated(self.follow())
        }
    }

    /// Begins to hear of the store's changes; returns the transactions that are unfinished already.
    private func follow() -> [TransactionUpdate] {
        guard state.withLock({ $0.observation == nil }), let store = try? connection.store() else {
            return []
        }
        let observation = store.observe { [weak self, work] change in
            work.async { [weak self] in self?.handle(change, of: store) }
        }
        let storefront = try? store.settings.storefront
        state.withLock {
            $0.observation = observation
            $0.storefront = storefront
        }
        let unfinished = ((try? store.unfinishedEntries()) ?? []).compactMap(show)
        tellRevoked(by: store)
        askAboutStorePayments(of: store)
        return unfinished
    }

    private func handle(_ change: StoreChange, of store: Store) {
        // A change that was under way when another store came into use is not about these transactions.
        guard (try? connection.store()) === store else { return }
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
        if change.entries.contains(where: \.isRevocationUndelivered) { tellRevoked(by: store) }
        if change.hasPurchaseIntents { askAboutStorePayments(of: store) }
        if change.hasNewSettings { tellStorefront(of: store) }
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

    private func tellRevoked(by store: Store) {
        guard !observers.isEmpty, let products = try? store.takeRevokedProductIDs(),
            !products.isEmpty
        else { return }
        tellObservers {
            $1.paymentQueue($0, didRevokeEntitlementsForProductIdentifiers: products)
        }
    }

    private func tellStorefront(of store: Store) {
        guard let storefront = try? store.settings.storefront else { return }
        let isNew = state.withLock { state in
            defer { state.storefront = storefront }
            return state.storefront != storefront
        }
        if isNew { tellObservers { $1.paymentQueueDidChangeStorefront($0) } }
    }

    /// Asks the observers about purchases that began on the App Store; one yes adds the payment.
    private func askAboutStorePayments(of store: Store) {
        guard !observers.isEmpty, let products = try? store.takePurchaseIntents(),
            !products.isEmpty, let settings = try? store.settings
        else { return }
        for product in products.compactMap(store.catalog.product(withIdentifier:)) {
            DispatchQueue.main.async {
                self.ask(about: SKProduct(product, settings: settings))
            }
        }
    }

    private func ask(about product: SKProduct) {
        guard let owner else { return }
        let payment = SKPayment(product: product)
        let answers = observers.map {
            $0.paymentQueue(owner, shouldAddStorePayment: payment, for: product)
        }
        if answers.contains(true) { owner.add(payment) }
    }
}
