import StoreLedger
import StoreModel

// Existing purchases, which a request that `returnsHeld` doesn't buy again.
extension Store {
    /// The customer's existing purchase, so that no dialog is shown and nothing is sold.
    ///
    /// A code is redeemed or refused regardless of existing purchases.
    func heldTransaction(for request: PaymentRequest) throws(StoreError) -> LedgerEntry? {
        guard request.offer?.referenceName == nil else { return nil }
        return try readSettled { reader in
            let product = catalog.product(withIdentifier: request.productID)
            switch product?.kind {
            case .consumable:
                // A purchase outside the app ignores the app's unfinished transactions.
                return request.isMadeOutsideApp
                    ? nil : try reader.unfinishedPurchase(of: request.productID)
            case .nonConsumable: return try reader.history(of: product).ownedPurchase
            case nil, .nonRenewingSubscription, .autoRenewableSubscription: return nil
            }
        }
    }

    /// The transaction that the customer holds in place of a payment's, also after the choice of
    /// another product for the next renewal; else the entry itself.
    package func heldTransaction(inPlaceOf entry: LedgerEntry) throws(StoreError) -> LedgerEntry {
        switch entry.state {
        case .deferred: return entry
        case .purchased where !entry.isRepetition: return entry
        case .failed where entry.failure?.underlying != .alreadySubscribed: return entry
        case .purchased, .restored, .scheduled, .failed:
            let product = catalog.product(withIdentifier: entry.productID)
            let history = try readSettled { try $0.history(of: product) }
            return history.ownedPurchase
                ?? LedgerEntry.newest(ofPeriod: history.presentTransactions) ?? entry
        }
    }
}
