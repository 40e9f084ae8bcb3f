public import StoreKit

/// The result of a restore; both lists may be filled.
public struct RestoreResults: Sendable {
    /// One entry for each restored transaction in the order of arrival, expired subscriptions
    /// included.
    public let restoredPurchases: [Purchase]
    /// The failure with its product identifier, which is nil because StoreKit does not report it.
    public let restoreFailedPurchases: [(SKError, String?)]

    /// Creates a result, for example in a test.
    public init(restoredPurchases: [Purchase], restoreFailedPurchases: [(SKError, String?)]) {
        self.restoredPurchases = restoredPurchases
        self.restoreFailedPurchases = restoreFailedPurchases
    }
}
