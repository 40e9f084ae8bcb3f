import StoreKit
import SwiftyStoreKit

/// Sells what is unlocked for ever.
@MainActor
public final class Shop {
    /// The identifiers of what the customer has.
    public private(set) var unlocked: Set<String> = []

    /// Makes a shop that has nothing unlocked.
    public init() {}

    /// Takes what earlier launches left open; call it at launch.
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
