import EntitlementModel
import Foundation
import PostgreSQL

/// The transactions about customers: what they have, and the events about it.
struct CustomerLedger: Sendable {
    let apps: AppDirectory
    let clock: ServiceClock
    let deliversEvents: Bool
    /// Whether the past is folded again, of which only changes of the entitlements are told.
    var isRepairing = false

    /// A customer that is locked, with what is known of it.
    struct Known: Sendable {
        let record: CustomerRecord
        var purchases: [OwnedPurchase]
        /// Those about what the customer may use.
        var statements = CustomerStatements()

        /// Removes what a name has.
        mutating func remove(_ name: CustomerID) {
            purchases.removeAll { $0.name == name }
            statements = CustomerStatements(statements.inOrder.filter { $0.customer != name })
        }
    }

    /// Settles customers, or their roots where there is news, in the order of their keys.
    ///
    /// - Parameters:
    ///   - news: What is new for each customer.
    ///   - statements: Statements to run before.
    ///   - session: The transaction.
    /// - Returns: The statements that end the transaction.
    /// - Throws: An `SQLError`.
    func settle(
        _ news: [ScopedCustomer: CustomerNews],
        after statements: [Statement],
        _ session: any SQLSession
    ) async throws -> [Statement] {
        guard !news.isEmpty else { return statements }
        var (known, now) = try await open(news.keys.sorted(), after: statements, session)
        var merged: [ScopedCustomer: CustomerNews] = [:]
        for record in known.map(\.record) {
            let own = news[record.customer] ?? CustomerNews()
            let root = own.isEmpty ? nil : record.otherRoot
            merged[root ?? record.customer, default: CustomerNews()].append(own)
        }
        let others = merged.keys.filter { news[$0] == nil }.sorted()
        if !others.isEmpty { known += try await open(others, after: [], session).customers }
        var end: [Statement] = []
        for customer in known {
            guard let news = merged[customer.record.customer] else { continue }
            end += try await settle(customer, news, at: now, session, nil)
        }
        return end
    }

    /// Settles a customer, or its root if there is news, in transactions of one shard each.
    func settle(
        _ name: ScopedCustomer,
        _ news: CustomerNews,
        in database: any SQLDatabase
    ) async throws {
        guard !news.isEmpty else {
            return try await locking(name, in: database) { known, now, session in
                Commit((), after: try await settle(known, news, at: now, session, database))
            }
        }
        try await lockingRoot(of: name, in: database) { known, now, session in
            Commit((), after: try await settle(known, news, at: now, session, database))
        }
    }

    /// Settles a customer that is locked.
    ///
    /// - Parameters:
    ///   - known: The customer.
    ///   - news: What is new.
    ///   - now: The present.
    ///   - session: The transaction.
    ///   - database: The database, if the customer's transaction may be about its shard alone: what
    ///     others have is then read beside it.
    /// - Returns: The statements that write what follows.
    /// - Throws: An `SQLError`.
    func settle(
        _ known: Known,
        _ news: CustomerNews,
        at now: Milliseconds,
        _ session: any SQLSession,
        _ database: (any SQLDatabase)?
    ) async throws -> [Statement] {
        let scope = known.record.customer.scope
        var view = CustomerView(
            known.record,
            known.purchases,
            known.statements,
            rule: apps.rule(of: scope.app),
            isQuiet: isRepairing,
            now: now
        )
        if news.credits.contains(where: { !$0.news.isEmpty }) {
            let credits = CreditTable.purchases(of: known.record.customer)
            for var row in try await session.run(credits).rows {
                view.add(try Belongings.Part(scope, &row))
            }
        }
        try view.apply(news)
        for key in view.keysOfChangesByTime {
            let noted = try await purchase(key, session, database)
            try view.apply(noted.purchase, noted.notes, apps.transferPolicy(of: scope.app))
        }
        return try view.statements(deliversEvents: deliversEvents)
    }

    /// Reads a purchase, and what the outbox notes about it.
    private func purchase(
        _ key: PurchaseKey,
        _ session: any SQLSession,
        _ database: (any SQLDatabase)?
    ) async throws -> NotedPurchase {
        let read = NotedPurchase.read(key)
        for _ in 0..<5 {
            let results =
                if let database, database.isSharded {
                    try await database.read(read)
                } else {
                    try await session.run(read)
                }
            let noted = try NotedPurchase(key, results)
            // In several shards, the purchase may have changed while it was read.
            if noted.notes.allSatisfy({ $0.number <= noted.purchase.revision }) { return noted }
        }
        throw SQLError.server(state: "40001", message: "a purchase changes again and again")
    }

    /// Reads a purchase, what the outbox notes about it, and the clock, as of one moment.
    func purchase(
        _ key: PurchaseKey,
        in database: any SQLDatabase
    ) async throws -> (noted: NotedPurchase, now: Milliseconds) {
        try await database.transaction(.repeatableRead) { session in
            let results = try await session.run([Clock.statement] + NotedPurchase.read(key))
            let noted = try NotedPurchase(key, Array(results.dropFirst()))
            return Commit((noted, try clock.now(results[0])))
        }
    }
}

/// A purchase, and what the outbox notes about it.
struct NotedPurchase: Sendable {
    let purchase: KnownPurchase
    let notes: [OutboxTable.Note]

    /// The statements to read it, the notes after the purchase.
    static func read(_ key: PurchaseKey) -> [Statement] {
        PurchaseTables.live.read(key) + [OutboxTable.changes(of: .purchase(key))]
    }

    /// Reads the results of ``read(_:)``.
    init(_ key: PurchaseKey, _ results: [SQLResult]) throws(SQLError) {
        purchase = try KnownPurchase(key, results.prefix(3))
        notes = try OutboxTable.notes(results[3])
    }
}

// MARK: Locks

extension CustomerLedger {
    /// Locks a customer, and runs a transaction about it.
    func locking<Value: Sendable>(
        _ customer: ScopedCustomer,
        in database: any SQLDatabase,
        _ body: @Sendable (Known, Milliseconds, any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        let planning = database.isSharded ? Planning.byIndexOfShard : Planning.byIndex
        return try await retrying {
            try await database.transaction { session in
                let (customers, now) = try await open([customer], after: [planning], session)
                guard let known = customers.first else {
                    throw SQLError.decoding("a customer has no row")
                }
                return try await body(known, now, session)
            }
        }
    }

    /// Locks the root of a name, and runs a transaction about it.
    ///
    /// - Throws: A conflict if the name was not found where it should be, several times.
    func lockingRoot<Value: Sendable>(
        of name: ScopedCustomer,
        in database: any SQLDatabase,
        _ body: @Sendable (Known, Milliseconds, any SQLSession) async throws -> Commit<Value>
    ) async throws -> Value {
        var customer = name
        for _ in 0..<10 {
            let step: RootStep<Value> = try await locking(customer, in: database) {
                [customer] known, now, session in
                if customer == name {
                    if let root = known.record.otherRoot { return Commit(.at(root)) }
                } else {
                    // The name may have been moved since.
                    let member = MemberTable.find(name.id, of: customer)
                    guard try await session.run(member).rowCount > 0 else {
                        return Commit(.at(name))
                    }
                }
                let end = try await body(known, now, session)
                return Commit(.done(end.value), after: end.statements)
            }
            switch step {
            case .done(let value): return value
            case .at(let next): customer = next
            }
        }
        throw SQLError.server(state: "40001", message: "a name moves again and again")
    }

    /// Locks customers, and reads what they have, and the clock.
    private func open(
        _ customers: [ScopedCustomer],
        after statements: [Statement],
        _ session: any SQLSession
    ) async throws -> (customers: [Known], now: Milliseconds) {
        let results = try await session.run(
            statements + [Clock.statement]
                + customers.flatMap { [CustomerTables.lock($0), OwnedPurchaseTable.all(of: $0)] }
        )
        let now = try clock.now(results[statements.count])
        var open: [Known] = []
        for (index, customer) in customers.enumerated() {
            let first = statements.count + 1 + 2 * index
            guard var row = results[first].rows.first else { continue }
            open.append(
                Known(
                    record: try CustomerRecord(customer, &row),
                    purchases: try results[first + 1].map { row throws(SQLError) in
                        try OwnedPurchase(customer, &row)
                    }
                    .compactMap { $0 }
                )
            )
        }
        let granted = open.indices.filter { open[$0].record.hasGrants }
        guard !granted.isEmpty else { return (open, now) }
        let found = try await session.run(
            granted.map { StatementTable.access(of: open[$0].record.customer) }
        )
        for (index, result) in zip(granted, found) {
            open[index].statements = try CustomerStatements(result)
        }
        return (open, now)
    }
}

/// The outcome of a look at a customer that may be the root of a name.
private enum RootStep<Value: Sendable>: Sendable {
    case done(Value)
    /// The name answers as another one.
    case at(ScopedCustomer)
}

extension CustomerNews {
    var isEmpty: Bool {
        purchases.isEmpty && credits.isEmpty && statements.isEmpty
    }
}

extension CustomerRecord {
    /// The root, if that is another customer.
    var otherRoot: ScopedCustomer? {
        root.flatMap {
            $0 == customer.id ? nil : ScopedCustomer(scope: customer.scope, id: $0)
        }
    }
}
