import Foundation
import StoreKit
import SwiftyStoreKit

/// The products as the customer sees them, cheapest first.
struct Shelf {
    let products: [SKProduct]

    /// Asks the App Store, in the language and the currency that it is in now.
    init() async throws {
        SwiftyStoreKit.clearProductsCache()
        let results = try await SwiftyStoreKit.retrieveProductsInfo(Item.identifiers)
        products = results.retrievedProducts.sorted {
            $0.price.decimalValue < $1.price.decimalValue
        }
    }

    /// One line for each product.
    func lines(free: String = "free") -> [String] {
        products.map { product in
            let price = product.localizedPrice ?? ""
            let gap = String(repeating: " ", count: max(0, 8 - price.count))
            let details = [
                product.localizedTitle, product.localizedSubscriptionPeriod,
                trial(of: product).map { "\($0) \(free)" } ?? "",
            ]
            return gap + price + "  " + details.filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }

    private func trial(of product: SKProduct) -> String? {
        guard let offer = product.introductoryPrice, offer.paymentMode == .freeTrial else {
            return nil
        }
        return offer.localizedSubscriptionPeriod
    }
}
