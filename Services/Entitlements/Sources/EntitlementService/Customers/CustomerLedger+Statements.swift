import EntitlementModel
import Foundation
import PostgreSQL

/// What a customer has stated and credited, under its lock.
struct CustomerAccount: Sendable {
    let statements: CustomerStatements
    /// The units that consumables credit, by product.
    private let credited: [String: Int64]
    /// The units that were used, by product.
    private let spent: [String: Int64]

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

    func balance(of product: String) -> Balance {
        Balance(
            productID: product,
            credited: credited[product] ?? 0,
            spent: spent[product] ?? 0
        )
    }

    /// The balances of the products with a credit or a use, in order.
    var balances: [Balance] {
        Set(credited.keys).union(spent.keys)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map(balance)
    }

    init(statements: SQLResult, credits: SQLResult) throws(SQLError) {
        self.statements = try CustomerStatements(statements)
        spent = self.statements.spent
        let sums = try credits.map { row throws(SQLError) -> (String, Int64) in
            (try row.next(), try row.next())
        }
        credited = Dictionary(sums) { first, _ in first }
    }
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
    func state<Value: Sendable>(
        about name: ScopedCustomer,
        by actor: String,
        in database: any SQLDatabase,
        _ decide: @Sendable (CustomerAccount) throws -> (NewStatement?, Value)
    ) async throws -> Value {
        try await lockingRoot(of: name, in: database) { known, now, session in
            let customer = known.record.customer
            let results = try await session.run([
                StatementTable.all(of: customer), CreditTable.sums(of: customer),
            ])
            let account = try CustomerAccount(statements: results[0], credits: results[1])
            let (new, value) = try decide(account)
            guard let new else { return Commit(value) }
            var known = known
            known.statements = account.statements
            let date = account.statements.nextDate(now)
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

    /// Reads what a customer has stated and credited.
    func account(
        of name: ScopedCustomer,
        in database: any SQLDatabase
    ) async throws -> CustomerAccount {
        let customer = try await database.holder(of: name)
        return try CustomerAccount(
            statements: try await database.query(StatementTable.all(of: customer)),
            credits: try await database.query(CreditTable.sums(of: customer))
        )
    }

    /// Sends the events of a customer again, from a sequence on.
    ///
    /// - Returns: The number of events.
    func replay(
        _ name: ScopedCustomer,
        from sequence: Int64,
        by actor: String,
        in database: any SQLDatabase
    ) async throws -> Int64 {
        try await lockingRoot(of: name, in: database) { known, now, session in
            let customer = known.record.customer
            let all = try CustomerStatements(
                try await session.run(StatementTable.all(of: customer))
            )
            let statement = CustomerStatement(
                id: UUID(),
                customer: name.id,
                date: all.nextDate(now),
                actor: actor,
                content: .replay(from: sequence)
            )
            let end =
                try EventReplay.statements(customer, from: sequence)
                + [StatementTable.insert(statement, at: customer)]
            return Commit(max(0, known.record.sequence - sequence + 1), after: end)
        }
    }
}
