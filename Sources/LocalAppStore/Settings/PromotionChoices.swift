import StoreLedger
import StoreModel

extension Store {
    /// The app's choice of promoted products, which is stored in the ledger.
    public var promotionChoices: PromotionChoices {
        get throws(StoreError) {
            try read { try $0.preference(default: PromotionChoices()) }
        }
    }

    /// Changes the app's choice of promoted products.
    ///
    /// As with ``updateSettings(_:)``, `update` is called without a lock, and possibly more than
    /// once.
    public func updatePromotionChoices(
        _ update: (inout PromotionChoices) -> Void
    ) throws(StoreError) {
        try self.update(default: PromotionChoices(), update)
    }
}
