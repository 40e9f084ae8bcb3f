import LocalAppStore
import StoreCommands

/// The content of a ledger at one moment, of one customer or of all; oldest first.
struct LedgerState {
    let entries: [LedgerEntry]
    let subscriptions: [SubscriptionPeriodStatus]

    init(of store: Store, allCustomers: Bool) throws {
        let id = allCustomers ? nil : try store.customer.id
        var query = TransactionListQuery()
        query.customerID = id
        entries = try store.entries(query)
        // The few that are reported get their timelines later.
        subscriptions = try store.subscriptions(ofCustomer: id, periodLimit: 0).map(\.status)
    }

    /// The differences from an earlier moment.
    func changes(
        since earlier: LedgerState
    ) -> (entries: [LedgerEntry], subscriptions: [SubscriptionPeriodStatus]) {
        let known = Dictionary(uniqueKeysWithValues: earlier.entries.map { ($0.id, $0) })
        let subscribed = Dictionary(
            uniqueKeysWithValues: earlier.subscriptions.map {
                ($0.subscription.id, $0.subscription)
            }
        )
        return (
            entries.filter { known[$0.id] != $0 },
            subscriptions.filter { subscribed[$0.subscription.id] != $0.subscription }
        )
    }
}

// All pages of a list, oldest first.
extension Store {
    func entries(
        _ query: TransactionListQuery,
        pageSize: Int = 500
    ) throws -> [LedgerEntry] {
        try allElements { last in
            let page = try transactionList(query, before: last?.id, limit: pageSize)
            return (page.entries, page.hasMore)
        }
    }

    /// The subscriptions of a customer or of all, also those that a family shares.
    func subscriptions(
        ofCustomer id: Customer.ID?,
        periodLimit: Int = 100,
        pageSize: Int = 500
    ) throws -> [SubscriptionListPage.Element] {
        var query = SubscriptionListQuery()
        query.customerID = id
        return try allElements { last in
            let page = try subscriptions.list(
                query,
                before: last?.status.subscription.id,
                limit: pageSize,
                periodLimit: periodLimit
            )
            return (page.elements, page.hasMore)
        }
    }

    /// The customers with their charges.
    func customerBalances(pageSize: Int = 500) throws -> [CustomerBalance] {
        try allElements { last in
            let page = try customers.list(before: last?.customer.id, limit: pageSize)
            return (page.customers, page.hasMore)
        }
    }

    /// Returns the elements of all pages; `page` reads the one after an element, newest first.
    private func allElements<Element>(
        _ page: (_ last: Element?) throws -> (elements: [Element], hasMore: Bool)
    ) throws -> [Element] {
        var found: [Element] = []
        var hasMore = true
        while hasMore {
            let next = try page(found.last)
            found += next.elements
            hasMore = next.hasMore && !next.elements.isEmpty
        }
        return found.reversed()
    }
}
