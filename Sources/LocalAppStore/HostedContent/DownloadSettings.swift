import StoreLedger
import StoreModel

extension Store {
    /// The present settings for downloads.
    public var downloadSettings: DownloadSettings {
        get throws(StoreError) {
            try read { try $0.preference(default: catalog.downloadSettings) }
        }
    }

    /// Changes the settings for downloads, for every process that uses the store.
    ///
    /// As with ``updateSettings(_:)``, `update` is called without a lock, and possibly more than
    /// once.
    public func updateDownloadSettings(
        _ update: (inout DownloadSettings) -> Void
    ) throws(StoreError) {
        try self.update(default: catalog.downloadSettings, update)
    }
}
