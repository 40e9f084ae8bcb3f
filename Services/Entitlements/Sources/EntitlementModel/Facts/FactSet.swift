/// Statements about purchases.
///
/// Sets are united in any order, and a statement may be in several of them.
package struct FactSet: Hashable, Sendable {
    package private(set) var histories: [PurchaseKey: PurchaseHistory] = [:]

    package init() {}

    package var isEmpty: Bool { histories.isEmpty }

    /// The purchases that the statements are about, in the order of keys.
    package var purchases: [PurchaseKey] { histories.keys.sorted() }

    package mutating func insert(_ fact: TransactionFact) {
        histories[fact.key, default: PurchaseHistory(fact.key)].merge(fact)
    }

    package mutating func insert(_ fact: RenewalFact) {
        histories[fact.key, default: PurchaseHistory(fact.key)].merge(fact)
    }

    package mutating func formUnion(_ other: FactSet) {
        for (key, history) in other.histories {
            if let index = histories.index(forKey: key) {
                histories.values[index].merge(history)
            } else {
                histories[key] = history
            }
        }
    }
}
