import Foundation
import StoreKit
import SwiftyStoreKit

/// The products as the customer sees them, cheapest first.
struct ProductList {
    let products: [SKProduct]

    /// Requests the products, in the language and the currency of the storefront.
    init() async throws {
        SwiftyStoreKit.clearProductsCache()
        let results = try await SwiftyStoreKit.retrieveProductsInfo(Item.identifiers)
        products = results.retrievedProducts.sorted {
            $0.price.decimalValue < $1.price.decimalValue
        }
    }

    func lines(free: String = "free") -> [String] {
        products.map { product in
            let offer = product.introductoryPrice
            let trial = offer?.paymentMode == .freeTrial ? offer : nil
            let details = [
                product.localizedTitle, product.localizedSubscriptionPeriod,
                trial.map { "\($0.localizedSubscriptionPeriod) \(free)" } ?? "",
            ]
            return Self.line(
                product.localizedPrice ?? "",
                details.filter { !$0.isEmpty }.joined(separator: ", ")
            )
        }
    }

    /// A price in its column, and the title of the product.
    static func line(_ price: String, _ title: String) -> String {
        String(repeating: " ", count: max(0, 8 - price.count)) + price + "  " + title
    }
}

/// The products of Teacup Bay, by the identifiers in `Shop.storekit`.
enum Item: String, CaseIterable {
    case shells = "bay.teacup.shells"
    case harbor = "bay.teacup.harbor"
    case lighthouse = "bay.teacup.lighthouse"
    case summerPass = "bay.teacup.pass.summer"
    case gazette = "bay.teacup.gazette.monthly"
    case gazetteYear = "bay.teacup.gazette.yearly"

    static let identifiers = Set(allCases.map(\.rawValue))

    /// The message to the player when a purchase is delivered.
    static func delivery(of productID: String, quantity: Int = 1) -> String {
        switch Item(rawValue: productID) {
        case .shells: "\(50 * quantity) shells rattle into the pouch."
        case .harbor: "Snow falls on the harbor, and the lamps are lit."
        case .lighthouse: "A beam of light turns over the bay."
        case .summerPass: "The summer quests are open."
        case .gazette: "The Teacup Gazette will come every month."
        case .gazetteYear: "The Teacup Gazette will come all year."
        case nil: "\(productID) is not known to this version of the app."
        }
    }
}
