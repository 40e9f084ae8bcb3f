import Dispatch
import Foundation
import LocalAppStore

// Everything here runs on `work`, but for what is sent to the main queue.
extension LocalPaymentQueue {
    /// Tells and asks the observers what no transaction says.
    ///
    /// A newcomer hears first what is unfinished; what there is to tell now is told when it has.
    func tellNews(of store: Store) {
        guard state.withLock({ $0.newcomers == 0 }) else { return }
        tellStorefront(of: store)
        guard !observers.isEmpty else { return }
        tellRevoked(by: store)
        askAboutStorePayments(of: store)
    }

    /// Tells what a change of the store brought about, as far as no transaction says it.
    func tellNews(of store: Store, after change: StoreChange) {
        let isRevoking = change.entries.contains(where: \.isRevocationUndelivered)
        if change.hasNewSettings || change.hasPurchaseIntents || isRevoking {
            tellNews(of: store)
        }
    }

    private func tellStorefront(of store: Store) {
        guard let storefront = try? store.settings.storefront else { return }
        let isNew = state.withLock { state in
            defer { state.storefront = storefront }
            return state.storefront != storefront
        }
        guard isNew else { return }
        tellObservers(
            after: { self.postStorefrontChange() },
            { $1.paymentQueueDidChangeStorefront($0) }
        )
    }

    private func postStorefrontChange() {
        // Other queues follow the same store, and a notification names none of them.
        guard owner === SKPaymentQueue.default(), !observers.isEmpty else { return }
        NotificationCenter.default.post(name: .SKStorefrontCountryCodeDidChange, object: nil)
    }

    /// Tells which products were taken back, and counts them as delivered only after that, so that
    /// a crash in between tells them again.
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
