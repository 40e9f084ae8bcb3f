import Dispatch
import Foundation
import LocalAppStore

// Storefront changes, revocations and purchases begun on the App Store. Everything here runs on
// `work`, but for what is sent to the main queue.
extension LocalPaymentQueue {
    /// Notifies the observers of the store's events that no transaction shows.
    ///
    /// A new observer receives the unfinished transactions first, so the events wait for them.
    func notifyStoreEvents(of store: Store) {
        guard device.isInUse(store), state.withLock({ $0.observersWithoutFetch == 0 }) else {
            return
        }
        try? read { try device.deliverStorefront(of: store) }
        guard mayHaveObservers else { return }
        notifyRevocations(by: store)
        try? read { try device.deliverIntents(of: store) }
    }

    func receive(_ storefront: StorefrontCountry, of store: Store) {
        device.onMainQueue {
            guard !self.device.isReplaced(store) else { return }
            self.postStorefrontChange()
            self.callObservers { $1.paymentQueueDidChangeStorefront($0) }
        }
    }

    private func postStorefrontChange() {
        // Other queues follow the same store, and the notification names no queue.
        guard let owner, owner === device.scope?.existingMember(SKPaymentQueue.self),
            !observers.isEmpty
        else { return }
        NotificationCenter.default.post(name: .SKStorefrontCountryCodeDidChange, object: nil)
    }

    /// Notifies the observers of revoked products, and acknowledges that to the store only
    /// afterwards, so that a crash in between repeats the notification.
    private func notifyRevocations(by store: Store) {
        let undelivered = (try? read { try store.undeliveredRevocations() }) ?? []
        let revoked = undelivered.filter { entry in
            state.withLock { $0.notifiedRevocations.insert(entry.id).inserted }
        }
        guard !revoked.isEmpty else { return }
        let products = revoked.map(\.productID).reduce(into: [String]()) { products, product in
            if !products.contains(product) { products.append(product) }
        }
        device.onMainQueue {
            guard self.owner != nil, !self.device.isReplaced(store) else { return }
            let isDelivered = self.callObservers {
                $1.paymentQueue($0, didRevokeEntitlementsForProductIdentifiers: products)
            }
            self.device.onWork {
                if isDelivered {
                    self.acknowledge(revoked, to: store)
                } else {
                    self.notifyLater(ofRevocations: revoked, by: store)
                }
            }
        }
    }

    /// Marks revocations as delivered.
    ///
    /// One that could not be marked is not delivered again before the next launch.
    private func acknowledge(_ revoked: [LedgerEntry], to store: Store) {
        let ids = revoked.map(\.id)
        guard diagnostics.reporting({ try store.acknowledgeRevocations(ids) }) != nil else {
            return
        }
        // A refund that is taken back may be followed by another one.
        state.withLock { $0.notifiedRevocations.subtract(ids) }
    }

    /// Delivers revocations later, to the next observer.
    private func notifyLater(ofRevocations revoked: [LedgerEntry], by store: Store) {
        state.withLock { $0.notifiedRevocations.subtract(revoked.map(\.id)) }
        notifyStoreEvents(of: store)
    }

    /// Whether there are observers, and no iteration of StoreKit 2 that takes the purchases.
    var takesIntents: Bool {
        let updates = device.scope?.existingMember(StoreUpdates.self)
        return mayHaveObservers && updates?.takesIntents != true
    }

    /// Offers the observers a purchase that was begun on the App Store.
    func receiveIntent(toBuy productID: String, with settings: StoreSettings, of store: Store) {
        guard let product = store.catalog.product(withIdentifier: productID) else { return }
        device.onMainQueue {
            let offer = SKProduct(product, settings: settings)
            guard self.device.isReplaced(store) || !self.offerStorePayment(for: offer) else {
                return
            }
            // It waits for the next observer.
            self.device.onWork {
                self.diagnostics.reporting { try store.beginPurchaseOnAppStore(of: productID) }
            }
        }
    }

    /// Adds the payment if at least one observer accepts it; every observer is asked.
    ///
    /// - Returns: Whether there was an observer.
    private func offerStorePayment(for product: SKProduct) -> Bool {
        removeReleasedObservers()
        let observers = observers
        guard let owner, !observers.isEmpty else { return false }
        let payment = SKPayment(product: product)
        let decisions = observers.map {
            $0.paymentQueue(owner, shouldAddStorePayment: payment, for: product)
        }
        if decisions.contains(true) { owner.add(payment) }
        return true
    }
}

// Price increases that wait for the customer's consent. Everything here runs on `work`, but for the
// call of the delegate.
extension LocalPaymentQueue {
    /// Asks the delegate about increases that have come to wait for consent, and shows the sheet
    /// unless the delegate objects.
    func announceIncreases(in subscriptions: [CustomerSubscription], of store: Store) {
        let isNew = state.withLock { state in
            subscriptions.reduce(false) { isNew, subscription in
                guard subscription.waitsForConsent else {
                    state.announcedIncreases.remove(subscription.id)
                    return isNew
                }
                return state.announcedIncreases.insert(subscription.id).inserted || isNew
            }
        }
        guard isNew else { return }
        device.onMainQueue {
            guard !self.device.isReplaced(store), let owner = self.owner,
                self.delegate?.paymentQueueShouldShowPriceConsent(owner) ?? true
            else { return }
            self.device.onWork { self.showPriceConsent(in: store) }
        }
    }

    /// Shows the sheet if an increase waits for consent in the store in use.
    func showPriceConsentIfNeeded() {
        device.onWork {
            guard let store = self.followStoreInUse() else { return }
            self.showPriceConsent(in: store)
        }
    }

    private func showPriceConsent(in store: Store) {
        do {
            try store.subscriptions.showPriceConsent()
        } catch {
            diagnostics.report(
                .warning,
                "The price increase was not answered: \(error.explanation)"
            )
        }
    }
}
