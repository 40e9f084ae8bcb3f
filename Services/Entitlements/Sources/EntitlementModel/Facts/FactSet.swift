/// Statements about purchases, at most one about each transaction and each renewal.
///
/// Sets are united in any order, and a statement may be in several of them.
public struct FactSet: Hashable, Sendable {
    public private(set) var transactions: [TransactionKey: TransactionFact] = [:]
    public private(set) var renewals: [PurchaseKey: RenewalFact] = [:]

    public init() {}

    /// The key of a transaction.
    public struct TransactionKey: Hashable, Sendable {
        public let purchase: PurchaseKey
        public let transactionID: String
    }

    public var isEmpty: Bool { transactions.isEmpty && renewals.isEmpty }

    /// The purchases that the statements are about, in the order of keys.
    public var purchases: [PurchaseKey] {
        Set(transactions.keys.map(\.purchase)).union(renewals.keys).sorted()
    }

    public mutating func insert(_ fact: TransactionFact) {
        let key = TransactionKey(purchase: fact.key, transactionID: fact.transactionID)
        transactions[key, default: fact].merge(fact)
    }

    public mutating func insert(_ fact: RenewalFact) {
        renewals[fact.key, default: fact].merge(fact)
    }

    public mutating func formUnion(_ other: FactSet) {
        for fact in other.transactions.values { insert(fact) }
        for fact in other.renewals.values { insert(fact) }
    }
}
