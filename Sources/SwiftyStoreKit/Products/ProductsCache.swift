import Foundation
import StoreKit

/// Products by identifier, each as good as new for an hour.
struct ProductsCache: Sendable {
    /// How long a product may be served, in seconds: prices change.
    static let lifetime: TimeInterval = 3600

    private var entries: [String: (product: SKProduct, date: Date)] = [:]
    /// Counts how often the cache was dropped, so that late answers of an older time are not kept.
    private(set) var generation = 0
    /// Whose prices these are; nil where only the storefront says so.
    private var pricing: Int?

    /// The product, unless it is older than an hour or dated in the future.
    func product(_ id: String, at now: Date) -> SKProduct? {
        guard let entry = entries[id] else { return nil }
        let age = now.timeIntervalSince(entry.date)
        return age >= 0 && age < Self.lifetime ? entry.product : nil
    }

    /// Keeps products and returns those whose places they take.
    mutating func keep(_ products: [String: SKProduct], at now: Date) -> [SKProduct] {
        products.compactMap { id, product in
            entries.updateValue((product, now), forKey: id)?.product
        }
    }

    /// Drops the products and returns them.
    mutating func clear() -> [SKProduct] {
        let products = entries.values.map(\.product)
        entries = [:]
        generation += 1
        return products
    }

    /// Drops the products that have the prices of something else, and returns them.
    ///
    /// Without a store there are no other prices than these.
    mutating func follow(_ pricing: Int?) -> [SKProduct] {
        guard let pricing, pricing != self.pricing else { return [] }
        self.pricing = pricing
        return clear()
    }
}
