import EntitlementModel
import Foundation
import PostgreSQL

/// Moves what a name has to its root.
///
/// A name has all it has at one customer: the `root` of its own row. A move is noted in the outbox
/// of the name, and made in steps, each in one shard and each safe to repeat: a process that was
/// killed is followed by another one. The name has everything at both customers for a moment, and
/// never less.
///
/// Moves of one name are numbered under its lock. Where a later move has begun, an earlier one
/// ends: it removes no name that the later one has brought to a customer, and changes no root.
struct NameMover: Sendable {
    let customers: CustomerLedger
    let database: any SQLDatabase

    /// A move of a name.
    struct Move: Sendable {
        let name: ScopedCustomer
        let number: Int64
        let target: ScopedCustomer
        /// The other customers where the name may have something.
        let places: [ScopedCustomer]
    }

    /// Completes a link: moves all names that may answer as another customer since.
    func completeLink(_ name: ScopedCustomer) async throws {
        let task = OutboxTable.Task.link(name)
        let numbers = try await database.query(OutboxTable.changes(of: task))
            .map { row throws(SQLError) -> Int64 in try row.next() }
        guard !numbers.isEmpty else { return }
        try await move(try await group(of: name), in: name.scope)
        for number in numbers { _ = try await database.query(OutboxTable.remove(task, number)) }
    }

    /// Moves names to their roots.
    ///
    /// All are at their new customers before the first one leaves its former one.
    func move(_ names: [CustomerID], in scope: PurchaseScope) async throws {
        var isComplete = false
        while !isComplete {
            isComplete = true
            var moves: [Move] = []
            for id in names {
                let name = ScopedCustomer(scope: scope, id: id)
                guard let move = try await begin(name) else { continue }
                try await copy(move)
                moves.append(move)
            }
            var finished: [Move] = []
            for move in moves {
                switch try await turn(move) {
                case .isCurrent: finished.append(move)
                case .isOvertaken: continue
                // The name was linked once more in between.
                case .isElsewhere: isComplete = false
                }
            }
            for move in finished { try await finish(move) }
        }
    }

    // MARK: Names

    /// The names that a link of a name may move: those at all its roots, former ones too.
    private func group(of name: ScopedCustomer) async throws -> [CustomerID] {
        let read = reader
        let statements = try await CustomerLedger.linkStatements(of: name, read)
        var places: Set = [name.id, try await database.holder(of: name).id]
        for case .link(let parent) in statements.statements.values.map(\.content) {
            let parent = ScopedCustomer(scope: name.scope, id: parent)
            places.formUnion(try await CustomerLedger.path(from: parent, read).names)
        }
        var names = places
        for place in places {
            let customer = ScopedCustomer(scope: name.scope, id: place)
            let members = try await read(MemberTable.all(of: customer))
            names.formUnion(try members.map { row throws(SQLError) in try row.nextCustomer() })
        }
        return names.sorted()
    }

    private var reader: @Sendable (Statement) async throws -> SQLResult {
        { [database] in try await database.query($0) }
    }

    // MARK: Steps

    /// Notes a move, and makes the name one of its new customer; `nil` if it is there already.
    private func begin(_ name: ScopedCustomer) async throws -> Move? {
        let root = try await customers.root(of: name, reader)
        let task = OutboxTable.Task.move(name)
        if try await reader(OutboxTable.changes(of: task)).rowCount == 0 {
            guard try await database.holder(of: name) != root else { return nil }
        }
        let move = try await customers.locking(name, in: database) { known, _, session in
            var record = known.record
            record.moves += 1
            let former = record.root ?? name.id
            var places: Set = [former, name.id]
            for var row in try await session.run(OutboxTable.changes(of: task)).rows {
                let _: Int64 = try row.next()
                places.formUnion(try Self.places(try row.next()))
            }
            let note = try Self.text([former, root.id])
            return Commit(
                Move(
                    name: name,
                    number: record.moves,
                    target: root,
                    places: places.filter { $0 != root.id }.sorted()
                        .map { ScopedCustomer(scope: name.scope, id: $0) }
                ),
                after: [
                    CustomerTables.update(record), OutboxTable.insert(task, record.moves, note),
                ]
            )
        }
        if root != name {
            _ = try await database.query(MemberTable.add(name.id, to: root, move.number))
        }
        return move
    }

    private enum Turn {
        case isCurrent, isOvertaken, isElsewhere
    }

    /// Has the name answer as its new customer.
    private func turn(_ move: Move) async throws -> Turn {
        let database = database
        return try await customers.locking(move.name, in: database) { known, _, session in
            var record = known.record
            guard record.moves == move.number else { return Commit(.isOvertaken) }
            // Whichever link was stated after this finds the name at its new customer.
            let root = try await customers.root(of: move.name) { statement in
                database.isSharded
                    ? try await database.query(statement) : try await session.run(statement)
            }
            guard root == move.target else { return Commit(.isElsewhere) }
            record.root = root == move.name ? nil : root.id
            return Commit(
                .isCurrent,
                after: [
                    CustomerTables.update(record), CustomerTables.noteMove(of: move.name),
                ]
            )
        }
    }

    /// Removes the name from its former customers, after a last look at what it has there.
    private func finish(_ move: Move) async throws {
        for place in move.places where place != move.name {
            try await customers.locking(place, in: database) { _, _, _ in
                Commit((), after: [MemberTable.remove(move.name.id, from: place, move.number)])
            }
        }
        guard try await copy(move) else { return }
        for place in move.places { try await leave(place, move) }
        let task = OutboxTable.Task.move(move.name)
        _ = try await database.query(OutboxTable.remove(task, upTo: move.number))
    }

    private func leave(_ place: ScopedCustomer, _ move: Move) async throws {
        let (name, target) = (move.name, move.target)
        try await customers.locking(place, in: database) { known, now, session in
            guard try await !has(move, at: place, known, session) else { return Commit(()) }
            var known = known
            known.remove(name.id)
            var news = CustomerNews()
            news.transfer = target.id
            let statements = [
                OwnedPurchaseTable.remove(name.id, from: place),
                CreditTable.remove(name.id, from: place),
                StatementTable.remove(name.id, from: place),
            ]
            let end = try await customers.settle(known, news, at: now, session, database)
            return Commit((), after: statements + end)
        }
    }

    /// Whether the name belongs to a customer by this move or a later one.
    private func has(
        _ move: Move,
        at place: ScopedCustomer,
        _ known: CustomerLedger.Known,
        _ session: any SQLSession
    ) async throws -> Bool {
        guard place == move.name else {
            return try await session.run(MemberTable.find(move.name.id, of: place)).rowCount > 0
        }
        return move.target == place
            ? known.record.moves == move.number : known.record.moves != move.number
    }

    // MARK: What a name has

    /// Copies what the name has elsewhere to its new customer.
    ///
    /// - Returns: Whether the name still belongs there.
    @discardableResult
    private func copy(_ move: Move) async throws -> Bool {
        for place in move.places {
            var news = try await belongings(of: move.name.id, at: place)
            guard !news.isEmpty else { continue }
            news.transfer = place.id
            let isMember = try await customers.locking(move.target, in: database) {
                [news] known, now, session in
                guard try await has(move, at: move.target, known, session)
                else { return Commit(false) }
                let end = try await customers.settle(known, news, at: now, session, database)
                return Commit(true, after: end)
            }
            guard isMember else { return false }
        }
        return true
    }

    /// All that a name has at a customer.
    private func belongings(
        of name: CustomerID,
        at customer: ScopedCustomer
    ) async throws -> CustomerNews {
        var news = CustomerNews()
        let found = try await database.transaction { session in
            Commit(try await Belongings(of: customer, session))
        }
        for key in found.keys(of: name) {
            let (noted, now) = try await customers.purchase(key, in: database)
            let policy = customers.apps.transferPolicy(of: key.scope.app)
            let change = try PurchaseChange(
                noted.purchase,
                policy,
                notes: [],
                // The outbox tells the customer about later revisions.
                revision: noted.notes.first.map { $0.number - 1 },
                at: now
            )
            for (owner, told) in change.customerNews(policy, at: now) where owner.id == name {
                news.append(told)
            }
        }
        let statements = try CustomerStatements(
            try await database.query(StatementTable.all(of: customer))
        )
        news.statements = statements.inOrder.filter { $0.customer == name && !$0.isAboutNames }
        return news
    }

    // MARK: Notes

    private static func text(_ places: [CustomerID]) throws -> String {
        String(decoding: try JSONEncoder().encode(places), as: UTF8.self)
    }

    private static func places(_ text: String) throws -> [CustomerID] {
        try JSONDecoder().decode([CustomerID].self, from: Data(text.utf8))
    }
}
