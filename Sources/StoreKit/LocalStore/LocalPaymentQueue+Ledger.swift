import Foundation
import LocalAppStore
import Synchronization

// Everything here runs on `work`.
extension LocalPaymentQueue {
    /// Starts to follow the store, if nobody asked before, and delivers to a new observer what is unfinished.
    func begin(for newcomer: WeakObserver) {
        follow()
        let waiting = state.withLock { $0.transactions.all }
            .filter { $0.snapshot.state != .purchasing }
        guard !waiting.isEmpty else { return }
        DispatchQueue.main.async {
            guard let owner = self.owner, let observer = newcomer.observer,
                self.state.withLock({ $0.observers.contains(newcomer) })
            else { return }
            observer.paymentQueue(owner, updatedTransactions: waiting)
        }
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
            self.follow()
            self.tellUpdated(self.state.withLock { $0.transactions.all })
        }
    }

    private func follow() {
        guard state.withLock({ $0.observation == nil }), let store = try? connection.store() else {
            return
        }
        let observation = store.observe { [weak self, work] change in
            work.async { [weak self] in self?.handle(change, of: store) }
        }
        let storefront = try? store.settings.storefront
        state.withLock {
            $0.observation = observation
            $0.storefront = storefront
        }
        for entry in (try? store.unfinishedEntries()) ?? [] {
            _ = show(entry)
        }
        tellRevoked(by: store)
        askAboutStorePayments(of: store)
    }

    private func handle(_ change: StoreChange, of store: Store) {
        // A change that was under way when another store came into use is not about these transactions.
        guard (try? connection.store()) === store else { return }
        var removed = change.isCleared ? removeAll(except: change.entries) : []
        removed += state.withLock { state in
            change.removedIDs.compactMap { state.transactions.remove(entry: $0) }
        }
        var updated: [SKPaymentTransaction] = []
        for entry in change.entries {
            if entry.isFinished {
                removed += state.withLock {
                    $0.transactions.remove(entry: entry.id).map { [$0] } ?? []
                }
            } else if let transaction = show(entry) {
                updated.append(transaction)
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

    /// Makes the entry's transaction say what the entry says; `nil` when it said so before.
    func show(_ entry: LedgerEntry) -> SKPaymentTransaction? {
        let original =
            entry.state == .restored ? SKPaymentTransaction(originalOf: entry) : nil
        return state.withLock { state in
            let known = state.transactions.transaction(
                showing: entry.id,
                paidBy: entry.paymentToken
            )
            let transaction = known ?? SKPaymentTransaction(payment: SKPayment(entry))
            let before = transaction.snapshot
            guard
                before.entryID != entry.id || before.state != SKPaymentTransactionState(entry.state)
            else { return nil }
            transaction.apply(.init(entry, original: original))
            state.transactions.add(transaction, token: entry.paymentToken)
            state.transactions.identify(transaction, asEntry: entry.id)
            return transaction
        }
    }

    func tellUpdated(_ transactions: [SKPaymentTransaction]) {
        guard !transactions.isEmpty else { return }
        tellObservers { $1.paymentQueue($0, updatedTransactions: transactions) }
    }

    func tellRemoved(_ transactions: [SKPaymentTransaction]) {
        guard !transactions.isEmpty else { return }
        tellObservers { $1.paymentQueue($0, removedTransactions: transactions) }
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
