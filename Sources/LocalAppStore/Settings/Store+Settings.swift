import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// The current settings.
    public var settings: StoreSettings {
        get throws(StoreError) {
            try read { try $0.settings(default: catalog.settings) }
        }
    }

    /// Changes the settings, for every process that uses the store.
    ///
    /// `update` is called on the calling thread without a lock, and may read the store. If the
    /// settings are changed elsewhere in the meantime, it is called again with the newer settings.
    /// Therefore it must not change them through the store itself.
    public func updateSettings(
        _ update: (inout StoreSettings) -> Void
    ) throws(StoreError) {
        let keepsStorefront = self.keepsStorefront
        try self.update(default: catalog.settings) { settings in
            settings.apply(update, keepingStorefront: keepsStorefront)
        }
        core.version.renew()
    }

    /// Changes several kinds of settings in one transaction: all of them or, with an error, none.
    ///
    /// A kind without a function stays. Unlike that of ``updateSettings(_:)``, the functions are
    /// called in the transaction, so they must not be a client's.
    package func updateSettings(
        purchases updatePurchases: ((inout StoreSettings) -> Void)?,
        receipts updateReceipts: ((inout ReceiptSettings) -> Void)?,
        downloads updateDownloads: ((inout DownloadSettings) -> Void)?
    ) throws(StoreError) {
        let keepsStorefront = self.keepsStorefront
        try change { writer, date in
            if let updatePurchases {
                try writer.update(default: catalog.settings) { settings in
                    settings.apply(updatePurchases, keepingStorefront: keepsStorefront)
                }
            }
            if let updateReceipts {
                try writer.update(default: ReceiptSettings(), updateReceipts)
                try writer.renewExistingReceipts(at: date)
            }
            if let updateDownloads {
                try writer.update(default: catalog.downloadSettings, updateDownloads)
            }
        }
        core.version.renew()
    }

    /// Whether the system ignores a new storefront.
    private var keepsStorefront: Bool { faults.systemHabits?.keepsStorefront == true }

    /// Resets the settings, including downloads, and the prices to the catalog's.
    ///
    /// The receipt settings become a new store's. Entries, time and environment stay.
    package func resetSettings() throws(StoreError) {
        try change { writer, date in try writer.resetSettings(at: date) }
        core.currentCatalog.withLock { $0 = core.firstCatalog }
        core.version.renew()
    }
}

/// A version number of a store's settings, unique in this process across all stores.
final class SettingsVersion: Sendable {
    private static let last = Locked(0)

    private let current = Locked(SettingsVersion.next())

    var number: Int { current.withLock { $0 } }

    /// Takes the next number, because the settings may have changed.
    func renew() {
        let number = Self.next()
        current.withLock { $0 = max($0, number) }
    }

    private static func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

extension StoreSettings {
    /// Changes the settings, but for a storefront that is to stay.
    fileprivate mutating func apply(
        _ update: (inout StoreSettings) -> Void,
        keepingStorefront keepsStorefront: Bool
    ) {
        let storefront = storefront
        update(&self)
        if keepsStorefront { self.storefront = storefront }
    }
}

extension Store {
    /// A number that changes with the settings and is different for each store of this process.
    ///
    /// It is read without access to the ledger. A change by another process changes it when
    /// observers are notified.
    package var settingsVersion: Int { core.version.number }

    /// Changes ``settingsVersion``, because another process may have changed the settings.
    package func noteNewSettings() {
        core.version.renew()
    }
}

extension Store {
    /// The app's choice of promoted products, stored in the ledger.
    package var promotionChoices: PromotionChoices {
        get throws(StoreError) {
            try read { try $0.preference(default: PromotionChoices()) }
        }
    }

    /// Changes the app's choice of promoted products.
    ///
    /// As with ``updateSettings(_:)``, `update` is called without a lock, and possibly more than
    /// once.
    package func updatePromotionChoices(
        _ update: (inout PromotionChoices) -> Void
    ) throws(StoreError) {
        try self.update(default: PromotionChoices(), update)
    }
}

extension Store {
    /// The number of times that an app requested a review.
    package var reviewRequestCount: Int {
        get throws(StoreError) {
            try read { try $0.preference(default: ReviewRequests()) }.count
        }
    }

    /// Counts a request for a review; the customer is not asked.
    package func recordReviewRequest() throws(StoreError) {
        try update(default: ReviewRequests()) { requests in
            // The stored count may be the maximum.
            if requests.count < .max { requests.count += 1 }
        }
    }
}

extension Store.Notifications {
    /// The settings for notifications.
    public var settings: NotificationSettings {
        get throws(StoreError) { try store.read { try $0.notificationSettings() } }
    }

    /// Changes the settings for notifications, for every process that uses the store.
    ///
    /// As with ``Store/updateSettings(_:)``, `update` is called without a lock, and possibly more
    /// than once.
    public func updateSettings(
        _ update: (inout NotificationSettings) -> Void
    ) throws(StoreError) {
        try store.update(default: NotificationSettings(), update)
    }
}

extension Store.Downloads {
    /// The current settings for downloads.
    package var settings: DownloadSettings {
        get throws(StoreError) {
            try store.read { try $0.preference(default: store.catalog.downloadSettings) }
        }
    }

    /// Changes the settings for downloads, for every process that uses the store.
    ///
    /// As with ``Store/updateSettings(_:)``, `update` is called without a lock, and possibly more
    /// than once.
    package func updateSettings(
        _ update: (inout DownloadSettings) -> Void
    ) throws(StoreError) {
        try store.update(default: store.catalog.downloadSettings, update)
    }
}
