public import Foundation
import GRDB

/// A customer with what the customer was charged.
package struct CustomerBalance: Sendable, Equatable {
    /// The customer.
    package let customer: Customer
    /// What the customer was charged, less refunds, by the ISO 4217 codes of the currencies.
    package let amounts: [String: Decimal]
}

/// A page of a list of customers.
package struct CustomerListPage: Sendable, Equatable {
    /// The customers, newest first.
    package let customers: [CustomerBalance]
    /// Whether there are older ones.
    package let hasMore: Bool
}

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
    /// - Throws: A `Store.Error` if the ledger cannot be read, or the text has a NUL.
    package func customerList(
        named text: String? = nil,
        before id: Customer.ID? = nil,
        limit: Int = 50,
        hasBalances: Bool = true
    ) throws(Store.Error) -> CustomerListPage {
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
    public func balance() throws(Store.Error) -> [String: Decimal] {
        try readSettled { try $0.balances(of: [customerID])[customerID] ?? [:] }
    }

    /// The names of customers; those that the ledger does not have are left out.
    package func customerNames(
        of ids: some Sequence<Customer.ID>
    ) throws(Store.Error) -> [Customer.ID: String] {
        let ids = Set(ids)
        return try read { reader in
            let customers = try ids.compactMap { try reader.acting(for: $0).customerIfAny() }
            return Dictionary(uniqueKeysWithValues: customers.map { ($0.id, $0.name) })
        }
    }
}

extension LedgerReader {
    fileprivate func customers(
        named text: String?,
        before id: Customer.ID,
        limit: Int
    ) throws -> [Customer] {
        let name = text ?? ""
        return try records(
            CustomerRecord.self,
            where: """
                id < ? AND (? = '' OR instr(lower(name), lower(?))) ORDER BY id DESC LIMIT ?
                """,
            [id, name, name, limit]
        )
        .map(\.customer)
    }

    /// What customers were charged, less refunds.
    ///
    /// SQLite counts purchases of the same amount, so that the sums of the amounts are exact.
    fileprivate func balances(
        of ids: [Customer.ID]
    ) throws -> [Customer.ID: [String: Decimal]] {
        // Numbers of the ledger's own, and too many for arguments. The index has negative ones.
        let list = ids.map { "\(-$0)" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT customerID, currencyCode, price, quantity, amountRefunded, count(*) AS count
                FROM entry
                WHERE -customerID IN (\(list)) AND state = 'purchased' AND price <> '0'
                GROUP BY customerID, currencyCode, price, quantity, amountRefunded
                """
        )
        var balances: [Customer.ID: [String: Decimal]] = [:]
        while let row = try rows.next() {
            let row = RowDecoder(row: row, table: "entry", key: nil)
            let charged = try row.decimal("price") * Decimal(row.integer("quantity"))
            guard charged != 0 else { continue }
            let amount =
                try (charged - row.decimal("amountRefunded")) * Decimal(row.integer("count"))
            let currency = try row.text("currencyCode")
            balances[try row.integer("customerID"), default: [:]][currency, default: 0] += amount
        }
        return balances
    }
}
