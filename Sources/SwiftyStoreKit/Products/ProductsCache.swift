import Foundation
import StoreKit

/// Products by identifier, each as good as new for an hour.
struct ProductsCache: Sendable {
    /// How long a product may be served, in seconds: prices change.
    static let lifetime: TimeInterval = 3600

    private var entries: [String: (product: SKProduct, date: Date)] = [:]
    /// Counts how often the cache was dropped, so that late answers of an older time are not kept.
    private(set) var generation = 0

    /// The product, unless it is older than an hour or dated in the future.
    func product(_ id: String, at now: Date) -> SKProduct? {
        guard let entry = entries[id] else { return nil }
        let age = now.timeIntervalSince(entry.date)
        return age >= 0 && age < Self.lifetime ? entry.product : nil
    }

    mutating func keep(_ products: [String: SKProduct], at now: Date) {
        for (id, product) in products { entries[id] = (product, now) }
    }

    mutating func clear() {
        entries = [:]
        generation += 1
    }
}
