import Foundation
import StoreKit

/// Products by identifier, each valid for an hour.
///
/// Methods return the products that they take out, for the caller to release after the lock.
struct ProductsCache: Sendable {
    /// The seconds for which a product is valid, because prices change.
    static let lifetime: TimeInterval = 3600

    private var entries: [String: (product: SKProduct, date: Date)] = [:]
    /// Counts how often the cache was cleared, so that a response to an earlier request is not
    /// stored.
    private(set) var generation = 0
    /// The version of the cached prices; nil until one is known.
    private var priceVersion: Int?

    /// The valid products of some identifiers.
    func products(_ ids: Set<String>, at now: Date) -> [String: SKProduct] {
        var products: [String: SKProduct] = [:]
        for id in ids { products[id] = product(id, at: now) }
        return products
    }

    /// Stores products and returns those that they replace.
    mutating func store(_ products: [String: SKProduct], at now: Date) -> [SKProduct] {
        products.compactMap { id, product in
            entries.updateValue((product, now), forKey: id)?.product
        }
    }

    mutating func clear() -> [SKProduct] {
        let products = entries.values.map(\.product)
        entries = [:]
        generation += 1
        return products
    }

    /// Removes all products if prices have another version now.
    ///
    /// Nil means that no store has prices, so the cached ones stay.
    mutating func update(priceVersion: Int?) -> [SKProduct] {
        guard let priceVersion, priceVersion != self.priceVersion else { return [] }
        self.priceVersion = priceVersion
        return clear()
    }

    /// The product, unless it is older than an hour or dated in the future.
    private func product(_ id: String, at now: Date) -> SKProduct? {
        guard let entry = entries[id] else { return nil }
        let age = now.timeIntervalSince(entry.date)
        return age >= 0 && age < Self.lifetime ? entry.product : nil
    }
}
