public import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// A page of the customers of the ledger, newest first.
    ///
    /// - Parameters:
    ///   - text: A part of the customer's name; `nil` for all. Upper and lower case of ASCII
    ///     letters count as equal.
    ///   - id: The `id` of the last customer of the page before; `nil` for the first page.
    ///   - limit: The number of customers on a page.
    ///   - hasBalances: Whether the amounts are summed up, for which all transactions of these
    ///     customers are read; without, they are empty.
    /// - Returns: The page.
    /// - Throws: A `StoreError` if the ledger cannot be read, or the text has a NUL.
    package func customerList(
        named text: String? = nil,
        before id: Customer.ID? = nil,
        limit: Int = 50,
        hasBalances: Bool = true
    ) throws(StoreError) -> CustomerListPage {
        let limit = max(1, limit)
        return try readSettled { reader in
            let found = try reader.customers(named: text, before: id ?? .max, limit: limit + 1)
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

    /// What the customer was charged, less refunds, by the ISO 4217 codes of the currencies.
    public func balance() throws(StoreError) -> [String: Decimal] {
        try readSettled { try $0.balances(of: [customerID])[customerID] ?? [:] }
    }

    /// The names of customers; those that the ledger does not have are left out.
    package func customerNames(
        of ids: some Sequence<Customer.ID>
    ) throws(StoreError) -> [Customer.ID: String] {
        let ids = Set(ids)
        return try read { reader in
            let customers = try ids.compactMap { try reader.acting(for: $0).customerIfAny() }
            return Dictionary(uniqueKeysWithValues: customers.map { ($0.id, $0.name) })
        }
    }
}
