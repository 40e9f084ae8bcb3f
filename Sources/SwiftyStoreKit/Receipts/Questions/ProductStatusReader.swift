import Foundation

/// Answers for all products of a receipt in one walk.
struct ProductStatusReader {
    let reader: ReceiptReader
    let date: Date
    /// How long the non-renewing subscriptions last, by product.
    let durations: [String: TimeInterval]

    /// The products that were ever bought, of those that are asked for or of all.
    func statuses(_ productIds: Set<String>?) -> [String: ProductStatus] {
        let renewals = reader.renewals
        let entries = Dictionary(grouping: reader.purchases(productIds), by: \.item.productId)
        return Dictionary(
            uniqueKeysWithValues: entries.map { ($0, status($0, $1, renewals)) }
        )
    }

    private func status(
        _ id: String,
        _ entries: [ReceiptEntry],
        _ renewals: [SubscriptionRenewal]
    ) -> ProductStatus {
        let items = sorted(entries.map(\.item))
        let renewal = renewals.first { $0.productId == id && $0.follows(items) }
        return ProductStatus(
            productId: id,
            state: state(entries, renewal),
            items: items,
            renewal: renewal
        )
    }

    private func state(
        _ entries: [ReceiptEntry],
        _ renewal: SubscriptionRenewal?
    ) -> ProductStatus.State {
        let valid = entries.filter(\.isValid)
        guard !valid.isEmpty else { return lost(entries) }
        let ends = valid.map { end($0.item) }
        guard !ends.contains(nil), let last = ends.compactMap({ $0 }).max() else { return .owned }
        if last > date { return .active(until: last) }
        guard let renewal else { return .expired(since: last) }
        if let grace = renewal.gracePeriodExpiryDate, grace > date {
            return .inGracePeriod(until: grace)
        }
        return renewal.isInBillingRetry ? .inBillingRetry(since: last) : .expired(since: last)
    }

    private func lost(_ entries: [ReceiptEntry]) -> ProductStatus.State {
        guard entries.contains(where: { !$0.isCancelled }) else {
            return .revoked(on: entries.compactMap(\.item.cancellationDate).max())
        }
        return .upgraded
    }

    /// When the purchase ends; nil if it never does.
    private func end(_ item: ReceiptItem) -> Date? {
        item.subscriptionExpirationDate
            ?? durations[item.productId].map { item.purchaseDate.addingTimeInterval($0) }
    }

    private func sorted(_ items: [ReceiptItem]) -> [ReceiptItem] {
        let order = items.indices.map {
            (index: $0, date: end(items[$0]) ?? items[$0].purchaseDate)
        }
        return order.sorted { $0.date == $1.date ? $0.index < $1.index : $0.date > $1.date }
            .map { items[$0.index] }
    }
}

extension SubscriptionRenewal {
    /// Whether it comes after one of these; a renewal that does not tell comes after any.
    fileprivate func follows(_ items: [ReceiptItem]) -> Bool {
        guard let originalTransactionId else { return true }
        return items.contains { $0.originalTransactionId == originalTransactionId }
    }
}
