import StoreKit
import SwiftyStoreKit

extension PurchaseResult {
    var success: PurchaseDetails? {
        guard case .success(let purchase) = self else { return nil }
        return purchase
    }

    var failure: SKError? {
        guard case .error(let error) = self else { return nil }
        return error
    }
}

extension RetrieveResults {
    var productIds: Set<String> { Set(retrievedProducts.map(\.productIdentifier)) }
}

extension RestoreResults {
    var productIds: [String] { restoredPurchases.map(\.productId) }
}
