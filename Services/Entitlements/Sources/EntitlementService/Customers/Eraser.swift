import Crypto
import EntitlementModel
import Foundation
import PostgreSQL

/// Erases the data that identify a person, under all names.
///
/// The outbox records the erasure first, so that another process can complete it after a crash.
struct Eraser: Sendable {
    let ledger: PurchaseLedger
    let database: any SQLDatabase

    /// The number of rows that were erased or lost their names.
    struct Summary: Hashable, Sendable {
        fileprivate var keys: Set<PurchaseKey> = []
        var documents = 0
        var events = 0
        var statements = 0

        var purchases: Int { keys.count }

        mutating func add(_ other: Summary) {
            keys.formUnion(other.keys)
            documents += other.documents
            events += other.events
            statements += other.statements
        }
    }

    /// Erases a customer with all its names.
    func erase(_ name: ScopedCustomer, by actor: String) async throws -> Summary {
        let customer = try await database.holder(of: name)
        _ = try await database.query(OutboxTable.insert(.erasure(customer), 0, actor))
        return try await complete(customer)
    }

    /// Completes an erasure.
    func complete(_ customer: ScopedCustomer) async throws -> Summary {
        let task = OutboxTable.Task.erasure(customer)
        let notes = try await database.query(OutboxTable.changes(of: task))
            .map { row throws(SQLError) -> (Int64, String) in (try row.next(), try row.next()) }
        guard let actor = notes.last?.1 else { return Summary() }
        var summary = Summary()
        for _ in 0..<10 {
            let root = try await database.holder(of: customer)
            if root != customer {
                // The customer was linked meanwhile, and took its belongings along.
                summary.add(try await erase(root, by: actor))
            } else {
                let found = try await database.transaction { session in
                    Commit(try await Belongings(of: customer, session))
                }
                guard try await erase(found, of: customer, by: actor, &summary) else { continue }
            }
            _ = try await database.query(OutboxTable.remove(task, upTo: .max))
            return summary
        }
        throw SQLError.server(state: "40001", message: "documents about a customer keep arriving")
    }

    /// Erases a customer with its known belongings.
    ///
    /// - Returns: Whether the belongings and the names are still the same.
    private func erase(
        _ found: Belongings,
        of customer: ScopedCustomer,
        by actor: String,
        _ summary: inout Summary
    ) async throws -> Bool {
        var actor = actor
        let names = [customer.id] + found.members
        // The audit log doesn't name an erased actor.
        if names.contains(where: { $0 == CustomerID(actor) || $0 == .user(actor) }) {
            actor = Self.digest(of: actor)
        }
        for key in found.keys {
            for name in try await formerNames(of: key, besides: names) {
                _ = try await erase(name, of: name, by: actor, &summary)
            }
            summary.documents += try await erase(key, names)
            summary.keys.insert(key)
        }
        // The customer's rows list the other names, so they are erased last.
        for id in found.members.reversed() {
            let name = ScopedCustomer(scope: customer.scope, id: id)
            guard try await erase(name, of: customer, by: actor, &summary) else { return false }
        }
        return try await erase(customer, of: customer, by: actor, ifHas: found, &summary)
    }

    /// Erases the rows of a name, unless it is moving or its belongings have changed.
    ///
    /// - Returns: Whether the name has nothing anymore that is the customer's.
    private func erase(
        _ name: ScopedCustomer,
        of customer: ScopedCustomer,
        by actor: String,
        ifHas found: Belongings? = nil,
        _ summary: inout Summary
    ) async throws -> Bool {
        let removal = try await database.transaction { session -> Commit<Removal> in
            let results = try await session.run([
                CustomerTables.record(of: name), CustomerTables.lock(name),
                OutboxTable.changes(of: .link(name)), OutboxTable.changes(of: .move(name)),
            ])
            guard results[2].rowCount + results[3].rowCount == 0 else { return Commit(.isMoving) }
            if let root = try results[0].holder(of: name), root != customer {
                return Commit(name == customer ? .hasChanged : .isElsewhere(root))
            }
            if let found, try await Belongings(of: name, session) != found {
                return Commit(.hasChanged)
            }
            let rows = try await session.run(ErasureTables.rows(of: name))
            return Commit(
                .isComplete(statements: rows[0].changedRowCount, events: rows[1].changedRowCount)
            )
        }
        switch removal {
        case .isComplete(let statements, let events):
            summary.statements += statements
            summary.events += events
            try await audit(name, by: actor)
            return true
        case .isElsewhere(let root):
            // Its purchases may be erased already. A customer that it was linked to remains.
            if root == name { summary.add(try await erase(name, by: actor)) }
            return true
        case .hasChanged: return false
        case .isMoving:
            let mover = NameMover(customers: ledger.customers, database: database)
            try await mover.completeLink(name)
            try await mover.move([name.id], in: name.scope)
            return false
        }
    }

    /// The outcome of an attempt to erase a name.
    private enum Removal {
        case isComplete(statements: Int, events: Int)
        /// The name was unlinked.
        case isElsewhere(ScopedCustomer)
        /// The name was linked, or its belongings have changed.
        case hasChanged
        /// A link of the name isn't complete.
        case isMoving
    }

    /// Records the erasure of a name under its digest, in the audit log.
    private func audit(_ name: ScopedCustomer, by actor: String) async throws {
        let digest = CustomerID.originalTransaction(Self.digest(of: name.id.description))
        let statement = CustomerStatement(
            id: UUID(),
            customer: digest,
            date: try await ledger.clock.now(in: database),
            actor: actor,
            content: .erase
        )
        let place = ScopedCustomer(scope: name.scope, id: digest)
        _ = try await database.query(try StatementTable.insert(statement, at: place))
    }

    /// The SHA-256 digest of a string, in hexadecimal digits.
    static func digest(of text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).hexadecimal
    }

    // MARK: Purchases

    /// The names by transaction or download that owned the purchase earlier, and own nothing else.
    private func formerNames(
        of key: PurchaseKey,
        besides names: [CustomerID]
    ) async throws -> [ScopedCustomer] {
        var results: [SQLResult] = []
        for statement in PurchaseTables.live.history(of: key) {
            results.append(try await database.query(statement))
        }
        let history = try PurchaseHistory(key, results[...])
        let owners = history.owners(ledger.apps.transferPolicy(of: key.scope.app))
        guard owners.allSatisfy(names.contains) else { return [] }
        let downloads = history.transactions.values.compactMap { $0.details?.appTransactionID }
        let former =
            [.originalTransaction(key.originalTransactionID)]
            + Set(downloads).map(CustomerID.appTransaction)
        var found: [ScopedCustomer] = []
        for id in former where !names.contains(id) {
            let name = ScopedCustomer(scope: key.scope, id: id)
            let rows = try await database.query(ErasureTables.withoutBelongings(name))
            if rows.rowCount > 0 { found.append(name) }
        }
        return found.sorted()
    }

    /// Erases names from a purchase, and all its data if no other customer owns it.
    ///
    /// - Returns: The number of documents.
    private func erase(_ key: PurchaseKey, _ names: [CustomerID]) async throws -> Int {
        // Other customers must receive pending news first.
        try await ledger.complete(key, in: database)
        let policy = ledger.apps.transferPolicy(of: key.scope.app)
        let kept = ledger.apps[key.scope.app]?.erasure ?? .transactions
        return try await retrying {
            try await database.transaction { session in
                let results = try await session.run(
                    PurchaseTables.live.open(key) + [ErasureTables.documents(of: key)]
                )
                let known = try KnownPurchase(key, results.prefix(3))
                var end = ErasureTables.names(of: key, names)
                var state = PurchaseState(key: key, owners: [])
                if known.state.owners.allSatisfy(names.contains) {
                    end += ErasureTables.transactions(of: key, kept)
                    end.append(ErasureTables.requests(of: key))
                } else {
                    let cleared = try await session.run(end + PurchaseTables.live.history(of: key))
                    let history = try PurchaseHistory(key, cleared.suffix(2))
                    state.owners = history.owners(policy)
                    state.purchase = history.purchase()
                    end = []
                }
                let columns = PurchaseTables.live.write(known.history, from: known.history, state)
                end += columns + [ErasureTables.mark(key)]
                return Commit(results[3].changedRowCount, after: end)
            }
        }
    }
}

extension SHA256.Digest {
    /// The digest in hexadecimal digits.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
