import LocalAppStore
import StoreCommands

/// What a ledger holds at one moment, of one customer or of all; oldest first.
struct LedgerState {
    let transactions: [TransactionRow]
    let subscriptions: [SubscriptionPeriodStatus]

    init(of store: Store, allCustomers: Bool) throws {
        let id = allCustomers ? nil : try store.customer.id
        var query = TransactionListQuery()
        query.customerID = id
        transactions = try TransactionRow.rows(of: try store.entries(query), in: store)
        subscriptions = try store.subscriptionStatuses(ofCustomer: id)
    }

    /// What is new or different, compared to an earlier moment.
    func changes(
        since earlier: LedgerState
    ) -> (transactions: [TransactionRow], subscriptions: [SubscriptionPeriodStatus]) {
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

// All pages of a list, oldest first.
extension Store {
    private static let pageSize = 500

    func entries(_ query: TransactionListQuery) throws -> [LedgerEntry] {
        var found: [LedgerEntry] = []
        var hasMore = true
        while hasMore {
            let last = found.last?.id
            let page = try transactionList(query, before: last, limit: Self.pageSize)
            found += page.entries
            hasMore = page.hasMore
        }
        return found.reversed()
    }

    /// The subscriptions of a customer or of all, also those that a family shares.
    fileprivate func subscriptionStatuses(
        ofCustomer id: Customer.ID?
    ) throws -> [SubscriptionPeriodStatus] {
        var query = SubscriptionListQuery()
        query.customerID = id
        var found: [SubscriptionPeriodStatus] = []
        var hasMore = true
        while hasMore {
            // Few of them are reported, which get their timelines then.
            let page = try subscriptionList(
                query,
                before: found.last?.subscription.id,
                limit: Self.pageSize,
                periodLimit: 0
            )
            found += page.elements.map(\.status)
            hasMore = page.hasMore && !page.elements.isEmpty
        }
        return found.reversed()
    }
}
