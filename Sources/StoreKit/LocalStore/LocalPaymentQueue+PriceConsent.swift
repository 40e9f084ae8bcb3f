import LocalAppStore

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
