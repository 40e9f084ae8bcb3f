import Foundation

/// Answers for all products of a receipt in one walk.
struct ProductStatusReader {
    let table: PurchaseTable
    let renewals: [SubscriptionRenewal]
    let date: Date
    /// How long the non-renewing subscriptions last, by product.
    let durations: [String: TimeInterval]
    let items: PurchaseItems

    /// The products that were ever bought, of those that are asked for or of all.
    func statuses(_ productIds: Set<String>?) -> [String: ProductStatus] {
        let places = places(table.asked(productIds))
        var statuses: [String: ProductStatus] = [:]
        for (product, places) in places.enumerated() where !places.isEmpty {
            let id = table.products[product]
            statuses[id] = status(id, places)
        }
        return statuses
    }

    /// The purchases of each product, each transaction once.
    private func places(_ asked: AskedProducts) -> [[Int]] {
        var places: [[Int]] = Array(repeating: [], count: table.products.count)
        for index in table.facts.indices {
            let place = table.order.isEmpty ? index : Int(table.order[index])
            let fact = table.facts[place]
            guard asked.contains(fact.product), table.isFirst(fact) else { continue }
            places[Int(fact.product)].append(place)
        }
        return places
    }

    private func status(_ id: String, _ places: [Int]) -> ProductStatus {
        let items = sorted(places, durations[id])
        let renewal = renewals.first { $0.productId == id && $0.follows(items) }
        return ProductStatus(
            productId: id,
            state: state(places, durations[id], renewal),
            items: items,
            renewal: renewal
        )
    }

    private func state(
        _ places: [Int],
        _ duration: TimeInterval?,
        _ renewal: SubscriptionRenewal?
    ) -> ProductStatus.State {
        let valid = places.lazy.map { table.facts[$0] }.filter(\.isValid)
        var last: Date?
        for fact in valid {
            guard let end = end(fact, duration) else { return .owned }
            last = max(last ?? end, end)
        }
        guard let last else { return lost(places) }
        return last > date ? .active(until: last) : ended(last, renewal)
    }

    private func ended(_ end: Date, _ renewal: SubscriptionRenewal?) -> ProductStatus.State {
        guard let renewal else { return .expired(since: end) }
        if let grace = renewal.gracePeriodExpiryDate, grace > date {
            return .inGracePeriod(until: grace)
        }
        return renewal.isInBillingRetry ? .inBillingRetry(since: end) : .expired(since: end)
    }

    private func lost(_ places: [Int]) -> ProductStatus.State {
        guard places.allSatisfy({ table.facts[$0].marks.contains(.cancelled) }) else {
            return .upgraded
        }
        return .revoked(on: places.compactMap { items[$0].cancellationDate }.max())
    }

    /// When the purchase ends; nil if it never does.
    private func end(_ fact: PurchaseFact, _ duration: TimeInterval?) -> Date? {
        fact.expirationDate ?? duration.map { fact.purchaseDate.addingTimeInterval($0) }
    }

    private func sorted(_ places: [Int], _ duration: TimeInterval?) -> [ReceiptItem] {
        // The places come in the table's order, which only a duration can change.
        if duration == nil, !table.order.isEmpty { return places.map { items[$0] } }
        let order = places.map { place in
            let fact = table.facts[place]
            return (place: place, date: end(fact, duration) ?? fact.purchaseDate)
        }
        return order.sorted { $0.date == $1.date ? $0.place < $1.place : $0.date > $1.date }
            .map { items[$0.place] }
    }
}

extension SubscriptionRenewal {
    /// Whether it comes after one of these; a renewal that does not tell comes after any.
    fileprivate func follows(_ items: [ReceiptItem]) -> Bool {
        guard let originalTransactionId else { return true }
        return items.contains { $0.originalTransactionId == originalTransactionId }
    }
}
