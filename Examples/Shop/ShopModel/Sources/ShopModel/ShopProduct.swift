import StoreKit
import SwiftyStoreKit

/// A product on the shelf.
public struct ShopProduct: Identifiable, Hashable, Sendable {
    /// The identifier of a pouch of coins, a consumable.
    public static let coins = "com.example.shop.coins"
    /// The identifier of the monthly membership, an auto-renewable subscription.
    public static let monthly = "com.example.shop.monthly"
    /// The number of coins in a pouch.
    public static let coinsInPouch = 50

    static let identifiers: Set<String> = [coins, monthly]

    /// The product identifier.
    public let id: String
    /// The name in the language of the storefront.
    public let title: String
    /// The description in the language of the storefront.
    public let detail: String
    /// The price with its currency, and the period of a subscription.
    public let price: String

    init(_ product: SKProduct) {
        id = product.productIdentifier
        title = product.localizedTitle
        detail = product.localizedDescription
        let price = product.localizedPrice ?? ""
        let period = product.localizedSubscriptionPeriod
        self.price = period.isEmpty ? price : "\(price) / \(period)"
    }
}
