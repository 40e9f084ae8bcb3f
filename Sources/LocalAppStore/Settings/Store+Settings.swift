extension Store {
    /// The settings in force.
    public var settings: StoreSettings {
        get throws(Store.Error) {
            try ledger.read { try $0.settings(default: catalog.settings) }
        }
    }

    /// Changes the settings, for every process that uses the store.
    ///
    /// `update` is called on the calling thread, outside of every lock, and may read the store. It
    /// is called once more, with the newer settings, when somebody else changes them meanwhile; so
    /// it must not do so itself.
    public func updateSettings(
        _ update: (inout StoreSettings) -> Void
    ) throws(Store.Error) {
        try self.update(default: StoreSettings(catalog.settings), update)
        version.renew()
    }

    /// Returns to the settings of the catalog, and to those of a new store's receipts; the ledger
    /// stays.
    public func resetSettings() throws(Store.Error) {
        let date = clock.now
        try change { writer in
            try writer.setPreference(StoreSettings.preferenceName, to: nil)
            guard try writer.reader.receiptSettings() != ReceiptSettings() else { return }
            try writer.setPreference(ReceiptSettings.preferenceName, to: nil)
            try writer.renewReceiptIfThere(at: date)
        }
        version.renew()
    }
}

extension LedgerReader {
    /// The settings that were changed, else the catalog's.
    func settings(default settings: CatalogSettings) throws -> StoreSettings {
        try preference(default: StoreSettings(settings))
    }
}
