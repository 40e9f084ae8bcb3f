import StoreKit

extension ProductsController {
    /// Which prices StoreKit sells at, where it says so without being asked for products.
    ///
    /// The local store has another number for every store, and for all settings that a store ever
    /// had.
    @Sendable package static func pricing() -> Int? {
        #if canImport(Darwin)
        nil
        #else
        StoreConnection.shared.settingsVersion
        #endif
    }
}
