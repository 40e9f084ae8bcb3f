extension Store {
    /// The settings in force.
    public var settings: StoreSettings {
        get throws(Store.Error) {
            try ledger.read { try $0.settings(default: catalog.settings) }
        }
    }

    /// Changes the settings, for every process that uses the store.
    public func updateSettings(
        _ update: (inout StoreSettings) -> Void
    ) throws(Store.Error) {
        try change { writer in
            var settings = try writer.reader.settings(default: catalog.settings)
            update(&settings)
            try writer.setPreference(
                StoreSettings.preference,
                to: try JSONText(settings).text
            )
        }
    }

    /// Returns to the settings of the catalog, and to those of a new store's receipts; the ledger stays.
    public func resetSettings() throws(Store.Error) {
        let date = clock.now
        try change { writer in
            try writer.setPreference(StoreSettings.preference, to: nil)
            guard try writer.reader.receiptSettings() != ReceiptSettings() else { return }
            try writer.setPreference(ReceiptSettings.preference, to: nil)
            try writer.renewReceiptIfThere(at: date)
        }
    }
}

extension StoreSettings {
    static let preference = "settings"
}

extension LedgerReader {
    /// The settings that were changed, else the catalog's.
    func settings(default settings: CatalogSettings) throws -> StoreSettings {
        try preference(StoreSettings.preference)
            .map { try JSONText($0).decoded() } ?? StoreSettings(settings)
    }
}
