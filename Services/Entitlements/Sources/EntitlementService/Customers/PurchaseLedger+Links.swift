import EntitlementModel
import Foundation
import PostgreSQL

/// Links of names, each with all that the name has.
///
/// What a name has is at the customer as whom it answers. A link is noted in the outbox with the
/// statement, and then each name that answers as another one from now on is moved in steps, each in
/// one shard: a process that was killed is followed by another one, which does all of them again.
/// A name never has less on the way: for a moment its purchases are at both customers.
extension PurchaseLedger {
    /// Records a link, or the end of one, and moves the name.
    ///
    /// - Returns: The customer as whom the name answers.
    func link(
        _ statement: CustomerStatement,
        in scope: PurchaseScope,
        database: any SQLDatabase
    ) async throws -> ScopedCustomer {
        let name = ScopedCustomer(scope: scope, id: statement.customer)
        try await retrying {
            try await database.transaction { session in
                let results = try await session.run([CustomerTables.lock(name)])
                guard var row = results[0].rows.first else { return Commit(()) }
                let record = try CustomerRecord(name, &row)
                let former = record.root ?? name.id
                return Commit(
                    (),
                    after: [
                        try StatementTable.insert(statement, at: name),
                        OutboxTable.insert(.link(name), statement.date, former.description),
                    ]
                )
            }
        }
        try await completeLink(name, in: database)
        return ScopedCustomer(scope: scope, id: try await root(of: name, in: database))
    }

    /// Moves the names whose customer a link has changed.
    func completeLink(_ name: ScopedCustomer, in database: any SQLDatabase) async throws {
        let task = OutboxTable.Task.link(name)
        let notes = try await database.query(OutboxTable.changes(of: task))
            .map { row throws(SQLError) -> (number: Int64, former: CustomerID) in
                (try row.next(), try row.nextCustomer())
            }
        guard let last = notes.last?.number else { return }
        for former in Set(notes.map(\.former)).sorted() {
            let former = ScopedCustomer(scope: name.scope, id: former)
            let names = try await members(of: former, in: database)
            for id in Set(names + [former.id, name.id]).sorted() {
                let moved = ScopedCustomer(scope: name.scope, id: id)
                let root = try await root(of: moved, in: database)
                try await move(
                    moved,
                    from: former,
                    to: ScopedCustomer(scope: name.scope, id: root),
                    in: database
                )
            }
        }
        _ = try await database.query(OutboxTable.remove(task, upTo: last))
    }

    /// The customer as whom a name answers, by what is stated about names.
    func root(of name: ScopedCustomer, in database: any SQLDatabase) async throws -> CustomerID {
        try await CustomerGroup.root(of: name.id) { id in
            let customer = ScopedCustomer(scope: name.scope, id: id)
            var statements = CustomerStatements()
            for var row in try await database.query(StatementTable.all(of: customer)).rows {
                let statement = try CustomerStatement(&row)
                if statement.customer == id { statements.merge(statement) }
            }
            return statements.parent
        }
    }

    /// The names that answer as a customer, other than its own.
    func members(
        of customer: ScopedCustomer,
        in database: any SQLDatabase
    ) async throws -> [CustomerID] {
        try await database.query(MemberTable.all(of: customer))
            .map { row throws(SQLError) in try row.nextCustomer() }
    }

    // MARK: Moving

    private func move(
        _ name: ScopedCustomer,
        from former: ScopedCustomer,
        to root: ScopedCustomer,
        in database: any SQLDatabase
    ) async throws {
        if name != root { _ = try await database.query(MemberTable.add(name.id, to: root)) }
        try await copy(name, from: former, to: root, in: database)
        try await setRoot(of: name, to: root, in: database)
        guard former != root else { return }
        // From now on no process records anything of the name there.
        try await lock(former, [MemberTable.remove(name.id, from: former)], in: database)
        try await copy(name, from: former, to: root, in: database)
        try await lock(
            former,
            [
                OwnedPurchaseTable.remove(name.id, from: former),
                CreditTable.remove(name.id, from: former),
                StatementTable.remove(name.id, from: former),
            ],
            in: database
        )
        try await settle([former: CustomerNews()], in: database)
    }

    /// Tells a customer all that a name has at another one.
    private func copy(
        _ name: ScopedCustomer,
        from former: ScopedCustomer,
        to root: ScopedCustomer,
        in database: any SQLDatabase
    ) async throws {
        guard former != root else { return }
        var news = CustomerNews()
        for key in try await purchases(of: name.id, at: former, in: database) {
            let results = try await database.transaction { session in
                let read = [Clock.statement] + PurchaseTables.live.read(key)
                return Commit(try await session.run(read))
            }
            let now = try clock.now(results[0])
            let (known, state) = try OpenPurchase.read(key, results.dropFirst())
            let policy = apps.transferPolicy(of: key.scope.app)
            let change = try PurchaseChange(known, state, notes: [])
            for (customer, told) in change.customerNews(policy, at: now)
            where customer.id == name.id {
                news.append(told)
            }
        }
        for var row in try await database.query(StatementTable.all(of: former)).rows {
            let statement = try CustomerStatement(&row)
            guard statement.customer == name.id else { continue }
            switch statement.content {
            case .link, .unlink: continue
            default: news.statements.append(statement)
            }
        }
        guard !news.isEmpty else { return }
        try await settle([root: news], in: database)
    }

    private func purchases(
        of name: CustomerID,
        at customer: ScopedCustomer,
        in database: any SQLDatabase
    ) async throws -> [PurchaseKey] {
        let owned = try await database.query(OwnedPurchaseTable.all(of: customer))
            .map { row throws(SQLError) in try OwnedPurchase(customer, &row) }
            .compactMap { $0 }
            .filter { $0.name == name }
            .map(\.key)
        let credited = try await database.query(CreditTable.purchases(of: customer))
            .map { row throws(SQLError) -> (PurchaseKey, CustomerID) in
                let original: String = try row.next()
                let key = PurchaseKey(
                    scope: customer.scope,
                    originalTransactionID: original
                )
                return (key, try row.nextCustomer())
            }
            .filter { $0.1 == name }
            .map(\.0)
        return (owned + credited).sorted()
    }

    private func setRoot(
        of name: ScopedCustomer,
        to root: ScopedCustomer,
        in database: any SQLDatabase
    ) async throws {
        try await retrying {
            try await database.transaction { session in
                let results = try await session.run([CustomerTables.lock(name)])
                guard var row = results[0].rows.first else { return Commit(()) }
                var record = try CustomerRecord(name, &row)
                record.root = name == root ? nil : root.id
                return Commit((), after: [CustomerTables.update(record)])
            }
        }
    }

    /// Runs statements about a customer that is locked.
    private func lock(
        _ customer: ScopedCustomer,
        _ statements: [Statement],
        in database: any SQLDatabase
    ) async throws {
        try await retrying {
            try await database.transaction { _ in
                Commit((), after: [CustomerTables.lock(customer)] + statements)
            }
        }
    }
}
