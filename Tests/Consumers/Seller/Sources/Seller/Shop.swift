import StoreKit
import SwiftyStoreKit

/// Sells products that are unlocked permanently.
@MainActor
public final class Shop {
    /// The identifiers of the unlocked products.
    public private(set) var unlocked: Set<String> = []

    /// Makes a shop without unlocked products.
    public init() {}

    /// Completes purchases of earlier launches; call it at launch.
    public func open() {
        SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
            for purchase in purchases where purchase.transaction.transactionState == .purchased {
                self.unlock(purchase.productId)
            }
        }
    }

    /// Sells one product.
    public func sell(_ identifier: String) async throws {
        switch try await SwiftyStoreKit.purchaseProduct(identifier, atomically: false) {
        case .purchased(let purchase):
            unlock(purchase.productId)
            SwiftyStoreKit.finishTransaction(purchase.transaction)
        case .deferred:
            break
        }
    }

    /// Unlocks one product.
    public func unlock(_ identifier: String) {
        unlocked.insert(identifier)
    }
}
