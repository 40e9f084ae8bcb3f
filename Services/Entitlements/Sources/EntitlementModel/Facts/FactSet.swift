/// Statements about purchases, at most one about each transaction and each renewal.
///
/// Sets are united in any order, and a statement may be in several of them.
package struct FactSet: Hashable, Sendable {
    package private(set) var transactions: [TransactionKey: TransactionFact] = [:]
    package private(set) var renewals: [PurchaseKey: RenewalFact] = [:]

    package init() {}

    /// The key of a transaction.
    package struct TransactionKey: Hashable, Sendable {
        package let purchase: PurchaseKey
        package let transactionID: String
    }

    package var isEmpty: Bool { transactions.isEmpty && renewals.isEmpty }

    /// The purchases that the statements are about, in the order of keys.
    package var purchases: [PurchaseKey] {
        Set(transactions.keys.map(\.purchase)).union(renewals.keys).sorted()
    }

    package mutating func insert(_ fact: TransactionFact) {
        let key = TransactionKey(purchase: fact.key, transactionID: fact.transactionID)
        transactions[key, default: fact].merge(fact)
    }

    package mutating func insert(_ fact: RenewalFact) {
        renewals[fact.key, default: fact].merge(fact)
    }

    package mutating func formUnion(_ other: FactSet) {
        for fact in other.transactions.values { insert(fact) }
        for fact in other.renewals.values { insert(fact) }
    }
}
