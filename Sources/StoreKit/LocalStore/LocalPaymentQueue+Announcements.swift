import Dispatch
import LocalAppStore

// Everything here runs on `work`, but for what is sent to the main queue.
extension LocalPaymentQueue {
    /// Tells and asks the observers what no transaction says.
    func tellWhatWaits(in store: Store) {
        guard !observers.isEmpty else { return }
        tellRevoked(by: store)
        askAboutStorePayments(of: store)
    }

    func tellStorefront(of store: Store) {
        guard let storefront = try? store.settings.storefront else { return }
        let isNew = state.withLock { state in
            defer { state.storefront = storefront }
            return state.storefront != storefront
        }
        if isNew { tellObservers { $1.paymentQueueDidChangeStorefront($0) } }
    }

    /// Tells which products were taken back, and counts them as delivered only after that, so that a crash in between
    /// tells them again.
    private func tellRevoked(by store: Store) {
        let revoked = ((try? store.undeliveredRevocations()) ?? []).filter { entry in
            state.withLock { $0.toldRevocations.insert(entry.id).inserted }
        }
        guard !revoked.isEmpty else { return }
        let products = revoked.map(\.productID).reduce(into: [String]()) { products, product in
            if !products.contains(product) { products.append(product) }
        }
        tellObservers {
            $1.paymentQueue($0, didRevokeEntitlementsForProductIdentifiers: products)
        }
        DispatchQueue.main.async {
            self.work.async { try? store.acknowledgeRevocations(revoked.map(\.id)) }
        }
    }

    /// Asks the observers about purchases that began on the App Store; one yes adds the payment.
    private func askAboutStorePayments(of store: Store) {
        guard let products = try? store.takePurchaseIntents(), !products.isEmpty,
            let settings = try? store.settings
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
