import StoreKit

extension PurchaseCoordinator {
    func transactionsUpdated(_ transactions: [SKPaymentTransaction]) {
        let batch = transactions.map(ObservedTransaction.init)
        let held = heldTransactions()
        perform { state, effects in state.process(batch, held: held, effects: &effects) }
    }

    func transactionsRemoved(_ transactions: [SKPaymentTransaction]) {
        let batch = transactions.map(ObservedTransaction.init)
        perform { state, effects in state.remove(batch, effects: &effects) }
    }

    func storefrontChanged() {
        log(.info, "The storefront changed; the kept products are dropped.")
        products.clear()
    }

    func entitlementsRevoked(_ productIds: [String]) {
        perform { state, effects in state.revocation.revoke(productIds, effects: &effects) }
    }

    package func onEntitlementRevocation(_ completion: @escaping ([String]) -> Void) {
        onEntitlementRevocation(Callback(completion))
    }

    func onEntitlementRevocation(_ handler: Callback<[String]>) {
        perform { state, effects in state.revocation.setHandler(handler, effects: &effects) }
    }

    /// Asked before the lock is taken, because the queue has one of its own.
    private func heldTransactions() -> Set<ObjectIdentifier>? {
        guard perform({ state, _ in state.payments.needsHeldTransactions }) else { return nil }
        return Set(queue.transactions.map(ObjectIdentifier.init))
    }
}
