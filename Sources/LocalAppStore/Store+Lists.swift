public import Foundation
import StoreLedger
import StoreModel

// Pages of all customers, newest first. A page follows the last element of the page before, by its
// `id`; without, it is the first.
extension Store {
    /// A page of the transactions of all customers, also those that failed or wait.
    ///
    /// The time depends on the size of the page, and not on the ledger's, if at most one filter is
    /// set. With several, and with a text, transactions are skipped until enough are found.
    ///
    /// - Throws: A `StoreError` if the ledger cannot be read, or the text contains NUL.
    package func transactionList(
        _ query: TransactionListQuery = TransactionListQuery(),
        before id: LedgerEntry.ID? = nil,
        limit: Int = 50
    ) throws(StoreError) -> TransactionListPage {
        try readSettled { try $0.list(query, before: id ?? .max, limit: max(1, limit)) }
    }
}

extension Store.Subscriptions {
    /// A page of the subscriptions of all customers, each with the newest periods of its timeline.
    ///
    /// - Throws: `.unknownCustomer` if the ledger does not have the query's customer.
    package func list(
        _ query: SubscriptionListQuery = SubscriptionListQuery(),
        before id: CustomerSubscription.ID? = nil,
        limit: Int = 50,
        periodLimit: Int = 100
    ) throws(StoreError) -> SubscriptionListPage {
        let limit = max(1, limit)
        return try store.readSettled { reader in
            if let id = query.customerID { _ = try reader.acting(for: id).customer() }
            let found = try reader.list(query, before: id ?? .max, limit: limit + 1)
            let elements = try found.prefix(limit).compactMap {
                try reader.element($0, periodLimit)
            }
            return SubscriptionListPage(elements: elements, hasMore: found.count > limit)
        }
    }

    /// The date of the next event of all subscriptions; `nil` if nothing is going to happen.
    package func nextEventDate() throws(StoreError) -> Date? {
        try store.readSettled { try $0.nextEventDate() }
    }

    /// The timeline of a subscription of the customer, as ``statuses()`` returns it, as far as its
    /// newest periods.
    package func timeline(
        of subscription: CustomerSubscription,
        limit: Int = 100
    ) throws(StoreError) -> SubscriptionTimeline {
        try store.read { try $0.timeline(of: subscription, limit: limit) }
    }
}

extension Store.Customers {
    /// A page of the customers of the ledger.
    ///
    /// - Parameters:
    ///   - text: A part of the customer's name; `nil` for all. Upper and lower case of ASCII
    ///     letters count as equal.
    ///   - organizerID: The organizer of the customers' family; `nil` for all customers.
    ///   - id: The last customer of the page before.
    ///   - limit: The number of customers on a page.
    ///   - hasBalances: Whether the amounts are summed up, for which all transactions of these
    ///     customers are read; without, they are empty.
    /// - Returns: The page.
    /// - Throws: A `StoreError` if the ledger cannot be read, or the text contains NUL.
    package func list(
        named text: String? = nil,
        inFamilyOf organizerID: Customer.ID? = nil,
        before id: Customer.ID? = nil,
        limit: Int = 50,
        hasBalances: Bool = true
    ) throws(StoreError) -> CustomerListPage {
        let limit = max(1, limit)
        return try store.readSettled { reader in
            let found = try reader.customers(
                named: text,
                inFamilyOf: organizerID,
                before: id ?? .max,
                limit: limit + 1
            )
            let customers = found.prefix(limit)
            let balances = hasBalances ? try reader.balances(of: customers.map(\.id)) : [:]
            return CustomerListPage(
                customers: customers.map {
                    CustomerBalance(customer: $0, amounts: balances[$0.id] ?? [:])
                },
                hasMore: found.count > limit
            )
        }
    }

    /// The names of customers; those that the ledger does not have are left out.
    package func names(
        of ids: some Sequence<Customer.ID>
    ) throws(StoreError) -> [Customer.ID: String] {
        let ids = Set(ids)
        return try store.read { reader in
            let customers = try ids.compactMap { try reader.acting(for: $0).customerIfAny() }
            return Dictionary(uniqueKeysWithValues: customers.map { ($0.id, $0.name) })
        }
    }
}

extension Store {
    /// The amounts charged to the customer, less refunds, by ISO 4217 currency code.
    public func balance() throws(StoreError) -> [String: Decimal] {
        try readSettled { try $0.balances(of: [customerID])[customerID] ?? [:] }
    }
}
