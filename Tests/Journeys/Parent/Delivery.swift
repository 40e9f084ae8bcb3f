import LocalAppStore

/// Holds what an app heard at its next launch against what the ledger has to deliver.
struct Delivery {
    /// An entry as a transaction showed it.
    struct Item: Hashable {
        var entry: Int64
        var state: LedgerEntry.State
        var productID: String
    }

    let unfinished: [LedgerEntry]
    let delivered: [Item]

    var problems: [Problem] {
        let expected = Set(unfinished.map(Item.init))
        let missing = expected.subtracting(delivered).sorted { $0.entry < $1.entry }
        let surplus = Dictionary(grouping: delivered, by: \.self)
            .filter { $0.value.count > 1 || !expected.contains($0.key) }
        return missing.map { .lost("not delivered at the next launch: \($0)") }
            + surplus.map { .doubled("delivered \($1.count) times: \($0)") }
    }
}

extension Delivery.Item {
    init(_ entry: LedgerEntry) {
        self.init(entry: entry.id, state: entry.state, productID: entry.productID)
    }
}
