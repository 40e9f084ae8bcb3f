import Foundation

extension PurchaseTable {
    /// The newest purchase of a product that counts; nil if it was not bought, or was taken back.
    func newest(_ productId: String) -> Int? {
        guard let product = place(productId) else { return nil }
        var asked = AskedProducts(count: products.count)
        asked.insert(product)
        var newest: Int?
        for place in facts.indices where counts(place, asked) { newest = newer(newest, place) }
        return newest
    }

    /// The newest purchase of each product that counts, by the product's place.
    private func newest(_ asked: AskedProducts) -> [Int?] {
        var newest: [Int?] = Array(repeating: nil, count: products.count)
        for place in facts.indices where counts(place, asked) {
            let product = Int(facts[place].product)
            newest[product] = newer(newest[product], place)
        }
        return newest
    }

    private func counts(_ place: Int, _ asked: AskedProducts) -> Bool {
        let fact = facts[place]
        return asked.contains(fact.product) && fact.isValid && isFirst(fact)
    }

    /// Of purchases at the same time the first in the receipt.
    private func newer(_ known: Int?, _ place: Int) -> Int {
        guard let known else { return place }
        return facts[known].purchaseDate >= facts[place].purchaseDate ? known : place
    }

    /// An answer for each product that is asked for; `item` is the purchase at a place.
    func purchases(
        _ productIds: Set<String>,
        _ item: (Int) -> ReceiptItem
    ) -> [String: VerifyPurchaseResult] {
        let newest = newest(asked(productIds))
        let answers = productIds.map { id in
            (id, VerifyPurchaseResult(place(id).flatMap { newest[Int($0)] }.map(item)))
        }
        return Dictionary(uniqueKeysWithValues: answers)
    }

    /// What is left to offer to one who bought these.
    func eligibility(_ productIds: Set<String>) -> OfferEligibility {
        let asked = asked(productIds)
        let own = facts.lazy.filter { fact in
            asked.contains(fact.product) && fact.expirationDate != nil
                && !fact.marks.contains(.familyShared) && isFirst(fact)
        }
        return OfferEligibility(
            introductory: !own.contains { $0.marks.contains(.introductory) },
            promotional: !own.isEmpty
        )
    }
}

extension VerifyPurchaseResult {
    init(_ item: ReceiptItem?) {
        self = item.map { .purchased(item: $0) } ?? .notPurchased
    }
}
