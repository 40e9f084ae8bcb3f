import Foundation

extension ReceiptPurchases {
    /// A status for each product that was ever bought, of the products or of all.
    ///
    /// `durations` has the seconds that non-renewing subscriptions last, by product.
    func statuses(
        of productIDs: Set<String>?,
        _ renewals: [SubscriptionRenewal],
        _ durations: [String: TimeInterval],
        at date: Date
    ) -> [String: ProductStatus] {
        var statuses: [String: ProductStatus] = [:]
        for (id, purchases) in byProduct where productIDs?.contains(id) != false {
            let terms = purchases.filter { !$0.isRepeated }.map { purchase in
                let end = durations[id].map { purchase.item.purchaseDate.addingTimeInterval($0) }
                return Term(
                    purchase: purchase,
                    end: purchase.item.subscriptionExpirationDate ?? end
                )
            }.sorted(by: Term.isBefore)
            let items = terms.map(\.purchase.item)
            let decisive = (terms.first { $0.purchase.counts } ?? terms.first)?.purchase
            let renewal = decisive?.renewal(among: renewals.filter { $0.productId == id })
            statuses[id] = ProductStatus(
                productId: id,
                state: Term.state(terms, renewal, at: date),
                items: items,
                renewal: renewal
            )
        }
        return statuses
    }
}

/// A purchase and when it ends.
struct Term {
    let purchase: ReceiptPurchase
    /// Nil if it never ends.
    let end: Date?

    /// The date by which purchases of a product are ordered.
    private var order: Date { end ?? purchase.item.purchaseDate }

    /// Sorts terms: the last to end or to be bought is first, and of equal dates the first in the
    /// receipt.
    static func isBefore(_ one: Term, _ other: Term) -> Bool {
        one.order == other.order
            ? one.purchase.position < other.purchase.position : one.order > other.order
    }

    static func state(
        _ terms: [Term],
        _ renewal: SubscriptionRenewal?,
        at date: Date
    ) -> ProductStatus.State {
        var last: Date?
        for term in terms where term.purchase.counts {
            guard let end = term.end else { return .owned }
            last = max(last ?? end, end)
        }
        guard let last else { return lost(terms) }
        if last > date { return .active(until: last) }
        if let grace = renewal?.gracePeriodExpiryDate, grace > date {
            return .inGracePeriod(until: grace)
        }
        return renewal?.isInBillingRetry == true
            ? .inBillingRetry(since: last) : .expired(since: last)
    }

    /// The state without a purchase that counts, which the newest decides.
    ///
    /// A purchase that an upgrade replaced has a `cancellation_date` too, in Apple's response.
    private static func lost(_ terms: [Term]) -> ProductStatus.State {
        guard terms.first?.purchase.item.isUpgraded == false else { return .upgraded }
        let refunded = terms.map(\.purchase.item).filter { !$0.isUpgraded }
        return .revoked(on: refunded.compactMap(\.cancellationDate).max())
    }
}

extension ReceiptPurchase {
    /// The renewal of the same subscription among those of the product.
    ///
    /// Without an original transaction on either side, the product has to suffice. A renewal of
    /// another original transaction does not apply to this purchase.
    func renewal(among renewals: [SubscriptionRenewal]) -> SubscriptionRenewal? {
        guard let originalID else { return renewals.first }
        return renewals.first { $0.originalTransactionId == originalID }
            ?? renewals.first { $0.originalTransactionId == nil }
    }
}
