import EntitlementModel
import Foundation
import PostgreSQL

/// Links of names, and their roots by the statements.
extension CustomerLedger {
    /// Links a name to a customer, and moves the name's belongings.
    func link(
        _ name: ScopedCustomer,
        to customer: CustomerID,
        by actor: String,
        in database: any SQLDatabase
    ) async throws -> ScopedCustomer {
        try await state(.link(to: customer), about: name, by: actor, in: database)
        return try await root(of: name) { try await database.query($0) }
    }

    /// Ends the link of a customer's name, and moves the name's belongings.
    ///
    /// - Returns: The root of the other name; `nil` if the name is not linked.
    func unlink(
        _ name: ScopedCustomer,
        from customer: CustomerID,
        by actor: String,
        in database: any SQLDatabase
    ) async throws -> ScopedCustomer? {
        let read: (Statement) async throws -> SQLResult = { try await database.query($0) }
        let customer = ScopedCustomer(scope: name.scope, id: customer)
        guard try await Self.linkStatements(of: name, read).parent != nil else { return nil }
        guard try await root(of: name, read) == root(of: customer, read) else { return nil }
        try await state(.unlink, about: name, by: actor, in: database)
        return try await root(of: customer, read)
    }

    private func state(
        _ content: CustomerStatement.Content,
        about name: ScopedCustomer,
        by actor: String,
        in database: any SQLDatabase
    ) async throws {
        try await locking(name, in: database) { known, now, session in
            let own = try await Self.linkStatements(of: name) { try await session.run($0) }
            guard own.inOrder.last?.content != content
            else { return Commit(()) }
            let statement = CustomerStatement(
                id: UUID(),
                customer: name.id,
                date: own.nextDate(now),
                actor: actor,
                content: content
            )
            let note = OutboxTable.insert(.link(name), Int64.random(in: 0 ... .max), "")
            return Commit((), after: [try StatementTable.insert(statement, at: name), note])
        }
        // An earlier call may have been interrupted.
        try await NameMover(customers: self, database: database).completeLink(name)
    }

    // MARK: Reading

    /// The root of a name, by the statements about links.
    func root(
        of name: ScopedCustomer,
        _ read: (Statement) async throws -> SQLResult
    ) async throws -> ScopedCustomer {
        let root = try await Self.path(from: name, read).root
        return ScopedCustomer(scope: name.scope, id: root)
    }

    /// The root of a name, and all names on the path to it.
    static func path(
        from name: ScopedCustomer,
        _ read: (Statement) async throws -> SQLResult
    ) async throws -> (root: CustomerID, names: [CustomerID]) {
        var names: [CustomerID] = []
        let root = try await CustomerGroup.root(of: name.id) { id in
            names.append(id)
            return try await linkStatements(of: ScopedCustomer(scope: name.scope, id: id), read)
                .parent
        }
        return (root, names)
    }

    /// The statements about the links of a name.
    static func linkStatements(
        of name: ScopedCustomer,
        _ read: (Statement) async throws -> SQLResult
    ) async throws -> CustomerStatements {
        try CustomerStatements(try await read(StatementTable.links(of: name)))
    }
}

extension CustomerStatements {
    /// Reads the rows of statements.
    init(_ result: SQLResult) throws(SQLError) {
        self.init(try result.map { row throws(SQLError) in try CustomerStatement(&row) })
    }

    /// A date for the next statement, later than those of all others.
    func nextDate(_ now: Milliseconds) -> Milliseconds {
        guard let last = inOrder.last else { return now }
        return max(now, last.date + 1)
    }
}
