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

/// The error for a name whose move to another customer isn't complete.
private struct MovingName: Error {
    let name: CustomerID
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
        for _ in 0..<5 {
            do {
                return try await attempt(name, actor, key, database, decide)
            } catch let error as MovingName {
                try await NameMover(customers: self, database: database)
                    .move([error.name], in: name.scope)
            }
        }
        throw SQLError.server(state: "40001", message: "a name moves again and again")
    }

    private func attempt<Value: Sendable>(
        _ name: ScopedCustomer,
        _ actor: String,
        _ key: String?,
        _ database: any SQLDatabase,
        _ decide: @Sendable (CustomerAccount) throws -> (NewStatement?, Value)
    ) async throws -> Value {
        try await lockingRoot(of: name, in: database) { known, now, session in
            let customer = known.record.customer
            var account = CustomerAccount(statements: known.statements)
            if let key {
                let results = try await session.run([
                    StatementTable.spending(of: customer, key: key),
                    CreditTable.sums(of: customer), StatementTable.spent(of: customer),
                    MemberTable.all(of: customer), OutboxTable.changes(of: .move(customer)),
                ])
                guard results[4].rowCount == 0 else { throw MovingName(name: customer.id) }
                let members = try results[3].map { row throws(SQLError) in try row.nextCustomer() }
                try await requireSettled(members, in: name.scope, session, database)
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

    /// Throws a ``MovingName`` if the units of one of the names may be at another customer, too,
    /// where they could be spent again.
    private func requireSettled(
        _ names: [CustomerID],
        in scope: PurchaseScope,
        _ session: any SQLSession,
        _ database: any SQLDatabase
    ) async throws {
        guard !names.isEmpty else { return }
        let moves = names.map {
            OutboxTable.changes(of: .move(ScopedCustomer(scope: scope, id: $0)))
        }
        let results =
            database.isSharded ? try await database.read(moves) : try await session.run(moves)
        for (name, result) in zip(names, results) where result.rowCount > 0 {
            throw MovingName(name: name)
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
