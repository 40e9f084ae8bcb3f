import EntitlementModel
import Foundation
import PostgreSQL

/// The consumables of a customer, by product.
struct CustomerBalances: Sendable {
    private var credited: [String: Int64] = [:]
    private var spent: [String: Int64] = [:]

    init() {}

    /// The units of a consumable.
    struct Balance: Sendable {
        let productID: String
        let credited: Int64
        let spent: Int64

        /// What is left; negative if what was spent is refunded.
        var rest: Int64 {
            let (rest, overflow) = credited.subtractingReportingOverflow(spent)
            return overflow ? .min : rest
        }
    }

    /// Reads the results of ``CreditTable/sums(of:)`` and ``StatementTable/spent(of:)``.
    init(credits: SQLResult, spent: SQLResult) throws(SQLError) {
        credited = try Self.sums(credits)
        self.spent = try Self.sums(spent)
    }

    private static func sums(_ result: SQLResult) throws(SQLError) -> [String: Int64] {
        let sums = try result.map { row throws(SQLError) -> (String, Int64) in
            (try row.next(), try row.next())
        }
        return Dictionary(sums) { first, _ in first }
    }

    func balance(of product: String) -> Balance {
        Balance(
            productID: product,
            credited: credited[product] ?? 0,
            spent: spent[product] ?? 0
        )
    }

    /// The balances of the products with a credit or a use, in order.
    var all: [Balance] {
        Set(credited.keys).union(spent.keys)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map(balance)
    }
}

/// The statements, balances and known spending of a locked customer.
struct CustomerAccount: Sendable {
    /// The statements about what the customer may use.
    let statements: CustomerStatements
    /// The earlier uses of consumables with the same key.
    var uses: [CustomerStatement] = []
    /// The balances, for a use of consumables.
    var balances = CustomerBalances()
}

/// Statements of the team about what a customer has.
extension CustomerLedger {
    /// A statement to record.
    struct NewStatement: Sendable {
        var id = UUID()
        /// The name that it is about; `nil` for the one that was called by.
        var name: CustomerID?
        let content: CustomerStatement.Content
    }

    /// Records a statement about a customer, whose account decides about it under its lock.
    ///
    /// - Parameters:
    ///   - name: The customer, by any name.
    ///   - actor: The person or the program that makes the statement.
    ///   - key: The key of a use of consumables; `nil` for other statements.
    ///   - database: The database.
    ///   - decide: Returns the statement, or `nil` for none, and the value of the call.
    /// - Returns: The value.
    /// - Throws: The error of `decide`, or an `SQLError`.
    func state<Value: Sendable>(
        about name: ScopedCustomer,
        by actor: String,
        spendingKey key: String? = nil,
        in database: any SQLDatabase,
        _ decide: @Sendable (CustomerAccount) throws -> (NewStatement?, Value)
    ) async throws -> Value {
        try await lockingRoot(of: name, in: database) { known, now, session in
            let customer = known.record.customer
            var account = CustomerAccount(statements: known.statements)
            if let key {
                let results = try await session.run([
                    StatementTable.spending(of: customer, key: key),
                    CreditTable.sums(of: customer), StatementTable.spent(of: customer),
                ])
                account.uses = try CustomerStatements(results[0]).inOrder
                account.balances = try CustomerBalances(credits: results[1], spent: results[2])
            }
            let (new, value) = try decide(account)
            guard let new else { return Commit(value) }
            let date = known.statements.nextDate(now)
            var news = CustomerNews()
            news.statements = [
                CustomerStatement(
                    id: new.id,
                    customer: new.name ?? name.id,
                    date: date,
                    actor: actor,
                    content: new.content
                )
            ]
            let end = try await settle(known, news, at: date, session, database)
            return Commit(value, after: end)
        }
    }

    /// Reads the balances of a customer.
    func balances(
        of name: ScopedCustomer,
        in database: any SQLDatabase
    ) async throws -> CustomerBalances {
        let customer = try await database.holder(of: name)
        return try CustomerBalances(
            credits: try await database.query(CreditTable.sums(of: customer)),
            spent: try await database.query(StatementTable.spent(of: customer))
        )
    }
}
