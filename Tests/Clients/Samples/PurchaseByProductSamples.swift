// The samples stand here to the letter.
// swift-format-ignore-file
import Foundation
import StoreKit
import SwiftyStoreKit

@MainActor
enum PurchaseByProductSamples {
    static func purchaseByProduct() {
// seed 000 001 003 004: Purchase a product, given the product
SwiftyStoreKit.retrieveProductsInfo(["com.musevisions.SwiftyStoreKit.Purchase1"]) { result in
    if let product = result.retrievedProducts.first {
        SwiftyStoreKit.purchaseProduct(product, quantity: 1, atomically: true) { result in
            // handle result (same as above)
        }
    }
}
// end of the sample
    }
}
