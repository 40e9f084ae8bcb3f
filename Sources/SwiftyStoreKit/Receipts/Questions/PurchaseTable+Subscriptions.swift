import Foundation

extension PurchaseTable {
    /// A paid period that counts: its end and its place.
    struct Term {
        let end: Date
        let place: Int
    }

    /// One answer for all products, whichever of them lasts longest.
    func subscriptions(
        _ type: SubscriptionType,
        _ productIds: Set<String>?,
        at date: @autoclosure () -> Date,
        _ items: PurchaseItems
    ) -> VerifySubscriptionResult {
        let terms = terms(type, asked(productIds))
        guard let last = terms.first?.end else { return .notPurchased }
        let bought = items[terms]
        return last > date()
            ? .purchased(expiryDate: last, items: bought)
            : .expired(expiryDate: last, items: bought)
    }

    /// The periods, the last to end first; of equal ends the one that comes first in the receipt.
    private func terms(_ type: SubscriptionType, _ asked: AskedProducts) -> [Term] {
        guard let range = range(type) else { return [] }
        var terms: [Term] = []
        // In order there is little left to sort.
        if type == .autoRenewable, !order.isEmpty {
            for place in order where range.contains(Int(place)) {
                if let term = term(Int(place), type, asked) { terms.append(term) }
            }
        } else {
            for place in range { if let term = term(place, type, asked) { terms.append(term) } }
        }
        guard terms.count > 1 else { return terms }
        terms.sort { $0.end == $1.end ? $0.place < $1.place : $0.end > $1.end }
        return terms
    }

    private func term(_ place: Int, _ type: SubscriptionType, _ asked: AskedProducts) -> Term? {
        let fact = facts[place]
        guard asked.contains(fact.product), fact.isValid, let end = fact.end(type) else {
            return nil
        }
        guard type == .autoRenewable || isFirst(fact) else { return nil }
        return Term(end: end, place: place)
    }

    /// The places to look for subscriptions in; nil if the receipt has no list for them.
    ///
    /// The file's purchases stand in for auto-renewable subscriptions where the server's list is
    /// missing, as after local validation. They count there if they end.
    private func range(_ type: SubscriptionType) -> Range<Int>? {
        guard type == .autoRenewable else { return facts.indices }
        return listedCount.map { 0..<$0 } ?? (hasFile ? facts.indices : nil)
    }

    /// The products of one list, those that were taken back included; nil if the list is missing or
    /// empty.
    func distinctIds(_ type: SubscriptionType) -> Set<String>? {
        let facts =
            switch type {
            case .nonRenewing: facts[(listedCount ?? 0)...]
            case .autoRenewable: facts[(range(type) ?? 0..<0)]
            }
        let mustEnd = type == .autoRenewable && listedCount == nil
        let ids = ids(facts) { !mustEnd || $0.expirationDate != nil }
        return ids.isEmpty ? nil : ids
    }

    /// Every product of the receipt, those that were taken back included.
    func allIds() -> Set<String> {
        Set(products)
    }

    private func ids(
        _ facts: ArraySlice<PurchaseFact>,
        where isMeant: (PurchaseFact) -> Bool
    ) -> Set<String> {
        var found = Array(repeating: false, count: products.count)
        for fact in facts where !found[Int(fact.product)] && isMeant(fact) {
            found[Int(fact.product)] = true
        }
        var ids = Set<String>(minimumCapacity: products.count)
        for (place, id) in products.enumerated() where found[place] { ids.insert(id) }
        return ids
    }
}
