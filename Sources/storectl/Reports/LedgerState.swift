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
        // Few of them are reported, which get their timelines then.
        subscriptions = try store.subscriptions(ofCustomer: id, periodLimit: 0).map(\.status)
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
    func entries(
        _ query: TransactionListQuery,
        pageSize: Int = 500
    ) throws -> [LedgerEntry] {
        var found: [LedgerEntry] = []
        var hasMore = true
        while hasMore {
            let last = found.last?.id
            let page = try transactionList(query, before: last, limit: pageSize)
            found += page.entries
            hasMore = page.hasMore
        }
        return found.reversed()
    }

    /// The subscriptions of a customer or of all, also those that a family shares.
    func subscriptions(
        ofCustomer id: Customer.ID?,
        periodLimit: Int = 100,
        pageSize: Int = 500
    ) throws -> [SubscriptionListPage.Element] {
        var query = SubscriptionListQuery()
        query.customerID = id
        var found: [SubscriptionListPage.Element] = []
        var hasMore = true
        while hasMore {
            let page = try subscriptionList(
                query,
                before: found.last?.status.subscription.id,
                limit: pageSize,
                periodLimit: periodLimit
            )
            found += page.elements
            hasMore = page.hasMore && !page.elements.isEmpty
        }
        return found.reversed()
    }
}
