extension Store {
    /// What the app chose to promote; kept with the ledger.
    public var promotionChoices: PromotionChoices {
        get throws(Store.Error) {
            try ledger.read { try $0.preference(default: PromotionChoices()) }
        }
    }

    /// Changes what the app promotes.
    ///
    /// `update` is called as that of ``updateSettings(_:)`` is: outside of every lock, and maybe
    /// more than once.
    public func updatePromotionChoices(
        _ update: (inout PromotionChoices) -> Void
    ) throws(Store.Error) {
        try self.update(default: PromotionChoices(), update)
    }
}
