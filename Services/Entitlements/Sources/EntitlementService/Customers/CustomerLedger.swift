import EntitlementModel
import Foundation
import PostgreSQL

/// The transactions about customers: what they have, and the events about it.
struct CustomerLedger: Sendable {
    let apps: AppDirectory
    let clock: ServiceClock
    let deliversEvents: Bool

    /// A customer that is locked, with what is known of it.
    private struct Open {
        var record: CustomerRecord
        var purchases: [OwnedPurchase]
        var statements = CustomerStatements()
        /// The histories of purchases that time has changed.
        var histories: [PurchaseKey: PurchaseHistory] = [:]
    }

    /// Settles customers, in the order of their keys, and those as whom linked names answer.
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
        var waiting = news, leading = statements, end: [Statement] = []
        while !waiting.isEmpty {
            let customers = waiting.keys.sorted()
            let (open, now) = try await self.open(customers, after: leading, session)
            leading = []
            var next: [ScopedCustomer: CustomerNews] = [:]
            for customer in open {
                let news = waiting[customer.record.customer] ?? CustomerNews()
                if let root = customer.record.otherRoot, !news.isEmpty {
                    next[root, default: CustomerNews()].append(news)
                } else {
                    end += try await settle(customer, news, at: now) { try await session.run($0) }
                }
            }
            waiting = next
        }
        return leading + end
    }

    /// Settles a customer, or that as whom it answers, in transactions of one shard each.
    func settle(
        _ customer: ScopedCustomer,
        _ news: CustomerNews,
        in database: any SQLDatabase
    ) async throws {
        let name = customer
        var customer = customer
        while true {
            let next: ScopedCustomer? = try await database.transaction { [customer] session in
                let (open, now) = try await open(
                    [customer],
                    after: [Planning.byIndexOfShard],
                    session
                )
                if customer != name {
                    // The name may have been linked to another customer since.
                    let member = MemberTable.find(name.id, of: customer)
                    guard try await session.run(member).rowCount > 0 else { return Commit(name) }
                }
                guard let known = open.first else { return Commit(nil) }
                if let root = known.record.otherRoot, !news.isEmpty { return Commit(root) }
                // What other shards have is read beside the transaction.
                let end = try await settle(known, news, at: now) { statements in
                    var results: [SQLResult] = []
                    for statement in statements {
                        results.append(try await database.query(statement))
                    }
                    return results
                }
                return Commit(nil, after: end)
            }
            guard let next else { return }
            customer = next
        }
    }

    /// Locks customers, and reads what they have, and the clock.
    private func open(
        _ customers: [ScopedCustomer],
        after statements: [Statement],
        _ session: any SQLSession
    ) async throws -> (customers: [Open], now: Milliseconds) {
        let results = try await session.run(
            statements + [Clock.statement]
                + customers.flatMap { [CustomerTables.lock($0), OwnedPurchaseTable.all(of: $0)] }
        )
        let now = try clock.now(results[statements.count])
        var open: [Open] = []
        for (index, customer) in customers.enumerated() {
            let first = statements.count + 1 + 2 * index
            guard var row = results[first].rows.first else { continue }
            open.append(
                Open(
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
            granted.map { StatementTable.all(of: open[$0].record.customer) }
        )
        for (index, result) in zip(granted, found) {
            for var row in result.rows {
                open[index].statements.merge(try CustomerStatement(&row))
            }
        }
        return (open, now)
    }

    /// Settles a customer that is locked.
    ///
    /// - Parameters:
    ///   - known: The customer.
    ///   - news: What is new.
    ///   - now: The present.
    ///   - read: Reads rows of other shards.
    /// - Returns: The statements that write what follows.
    /// - Throws: An `SQLError`.
    private func settle(
        _ known: Open,
        _ news: CustomerNews,
        at now: Milliseconds,
        read: ([Statement]) async throws -> [SQLResult]
    ) async throws -> [Statement] {
        let scope = known.record.customer.scope
        var view = CustomerView(
            known.record,
            known.purchases,
            known.statements,
            rule: apps.rule(of: scope.app),
            now: now
        )
        try view.apply(news)
        let keys = view.keysOfChangesByTime
        if !keys.isEmpty {
            let results = try await read(keys.flatMap { PurchaseTables.live.history(of: $0) })
            for (index, key) in keys.enumerated() {
                let history = try PurchaseHistory(key, results[2 * index..<2 * index + 2])
                view.apply(history, apps.transferPolicy(of: scope.app))
            }
        }
        return try view.statements(deliversEvents: deliversEvents)
    }
}

extension CustomerNews {
    var isEmpty: Bool {
        purchases.isEmpty && credits.isEmpty && statements.isEmpty && entries.isEmpty
    }
}

extension CustomerRecord {
    /// The customer as whom this one answers, if that is another.
    var otherRoot: ScopedCustomer? {
        root.flatMap {
            $0 == customer.id ? nil : ScopedCustomer(scope: customer.scope, id: $0)
        }
    }
}
