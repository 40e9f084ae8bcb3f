import LocalAppStore

/// What a ledger holds at one moment, of one customer or of all.
struct LedgerState {
    let transactions: [Transaction]
    let subscriptions: [Subscription]

    init(of store: Store, allCustomers: Bool) throws {
        let customers = allCustomers ? try store.customers() : [try store.customer]
        var transactions: [Transaction] = []
        var subscriptions: [Subscription] = []
        for customer in customers {
            let store = try store.acting(for: customer.id)
            transactions += try store.entries().filter(\.isTransaction)
                .map { .init(entry: $0, customer: customer.name) }
            subscriptions += try store.subscriptions()
                .map { .init(subscription: $0, customer: customer.name) }
        }
        self.transactions = transactions.sorted { $0.entry.id < $1.entry.id }
        self.subscriptions = subscriptions.sorted { $0.subscription.id < $1.subscription.id }
    }

    /// What is new or different, compared to an earlier moment.
    func changes(
        since earlier: LedgerState
    ) -> (transactions: [Transaction], subscriptions: [Subscription]) {
        let entries = Dictionary(
            uniqueKeysWithValues: earlier.transactions.map { ($0.entry.id, $0.entry) }
        )
        let known = Dictionary(
            uniqueKeysWithValues: earlier.subscriptions.map {
                ($0.subscription.id, $0.subscription)
            }
        )
        return (
            transactions.filter { entries[$0.entry.id] != $0.entry },
            subscriptions.filter { known[$0.subscription.id] != $0.subscription }
        )
    }
}
