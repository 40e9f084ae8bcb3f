import EntitlementModel
import Foundation
import PostgreSQL

/// The transactions by which submissions and the passing of time change the database.
///
/// A document, its facts and the state of its purchase are in one shard, and what customers have is
/// in others. On one database all of it is one transaction. On several, each shard has its own: the
/// outbox notes what the customers' shards do not know yet, and ``complete(_:in:)`` tells them.
struct PurchaseLedger: Sendable {
    let apps: AppDirectory
    let clock: ServiceClock
    /// Whether events are delivered, and not only kept in their table.
    var deliversEvents = false
    /// Whether the past is folded again: all is written, known or not, and only changes of the
    /// entitlements are told.
    var isRepairing = false

    var customers: CustomerLedger {
        CustomerLedger(
            apps: apps,
            clock: clock,
            deliversEvents: deliversEvents,
            isRepairing: isRepairing
        )
    }

    /// Records submissions, folds their statements, and writes the events that follow.
    ///
    /// - Returns: The identifiers of the documents that are new.
    func record(
        _ submissions: [Submission],
        in database: any SQLDatabase
    ) async throws -> Set<UUID> {
        guard database.isSharded else { return try await recordTogether(submissions, in: database) }
        var new: Set<UUID> = []
        for submission in submissions {
            new.formUnion(try await recordByShard(submission, in: database))
        }
        return new
    }

    private func recordTogether(
        _ submissions: [Submission],
        in database: any SQLDatabase
    ) async throws -> Set<UUID> {
        var documents: [String: LoggedDocument] = [:]
        var facts = FactSet()
        for submission in submissions {
            let document = submission.document
            documents["\(document.scope) \(document.shardKey) \(document.id)"] = document
            facts.formUnion(submission.facts)
        }
        // Rows are locked in the order of their keys, so that no two processes wait for each other.
        let ordered = documents.sorted { $0.key < $1.key }.map(\.value)
        let histories = facts.histories.values.sorted { $0.key < $1.key }
        return try await database.transaction { session in
            let fold = try await fold(submissions, ordered, histories, Planning.byIndex, session)
            let end = try await customers.settle(fold.news, after: fold.statements, session)
            return Commit(fold.new, after: end)
        }
    }

    private func recordByShard(
        _ submission: Submission,
        in database: any SQLDatabase
    ) async throws -> Set<UUID> {
        let document = submission.document
        var new: Set<UUID> = []
        // A receipt has a shard of its own, and the purchases in it have others.
        let isAboutOne = submission.facts.purchases.map(\.originalTransactionID)
            .allSatisfy { $0 == document.shardKey }
        if !isAboutOne { new = try await log(document, in: database) }
        for facts in submission.facts.histories.values.sorted(by: { $0.key < $1.key }) {
            let ids = try await retrying {
                try await note(facts, of: submission, isAboutOne ? nil : new, in: database)
            }
            new.formUnion(ids)
            // The document is recorded, and the outbox has what its customers do not know yet.
            try? await complete(facts.key, in: database)
        }
        if isAboutOne, submission.facts.isEmpty { new = try await log(document, in: database) }
        return new
    }

    /// Records a document alone; returns its identifier if it is new.
    private func log(
        _ document: LoggedDocument,
        in database: any SQLDatabase
    ) async throws -> Set<UUID> {
        try await database.transaction { session in
            let result = try await session.run(DocumentLog.identify(document))
            guard result.changedRowCount > 0 else { return Commit([]) }
            return Commit([document.id], after: [DocumentLog.insert(document)])
        }
    }
}

// MARK: Folding

extension PurchaseLedger {
    /// A fold that is to be committed.
    private struct Fold: Sendable {
        var new: Set<UUID> = []
        var changes: [PurchaseChange] = []
        var statements: [Statement] = []
        var news: [ScopedCustomer: CustomerNews] = [:]
    }

    /// Records documents, and folds facts into purchases that remain locked.
    ///
    /// - Parameters:
    ///   - submissions: The submissions that the facts are of.
    ///   - documents: Those of their documents that are to be recorded.
    ///   - histories: The facts.
    ///   - planning: How the transaction is planned.
    ///   - session: The transaction.
    ///   - recorded: The new ones among the documents that are recorded already.
    /// - Returns: The fold.
    /// - Throws: An `SQLError`.
    private func fold(
        _ submissions: [Submission],
        _ documents: [LoggedDocument],
        _ histories: [PurchaseHistory],
        _ planning: Statement,
        _ session: any SQLSession,
        recorded: Set<UUID> = []
    ) async throws -> Fold {
        let results = try await session.run(
            [planning, Clock.statement] + documents.map(DocumentLog.identify)
                + histories.flatMap { PurchaseTables.live.open($0.key) }
        )
        let now = try clock.now(results[1])
        var rest = results.dropFirst(2)
        var fold = Fold(new: recorded)
        for (document, result) in zip(documents, rest) where result.changedRowCount > 0 {
            fold.new.insert(document.id)
            fold.statements.append(DocumentLog.insert(document))
        }
        rest = rest.dropFirst(documents.count)
        let new = submissions.filter { fold.new.contains($0.document.id) }
        let requests = new.compactMap(\.consumptionRequest)
        let inserted =
            requests.isEmpty
            ? [] : try await session.run(requests.map { ConsumptionTables.insert($0, at: now) })
        let asked = zip(requests, inserted).filter { $0.1.rowCount > 0 }.map(\.0)
        for facts in histories {
            let known = try KnownPurchase(facts.key, rest.prefix(3))
            rest = rest.dropFirst(3)
            guard let facts = known.isErased ? Self.facts(about: facts.key, in: new) : facts
            else { continue }
            let policy = apps.transferPolicy(of: facts.key.scope.app)
            let requests = asked.filter { $0.key == facts.key }.map(\.entry)
            let change = PurchaseChange(
                known,
                facts,
                policy,
                requests,
                isRepairing: isRepairing,
                at: now
            )
            guard let change else { continue }
            fold.changes.append(change)
            fold.statements += PurchaseTables.live.write(
                change.history,
                from: known.history,
                change.state
            )
            for (customer, news) in change.customerNews(policy, at: now) {
                fold.news[customer, default: CustomerNews()].append(news)
            }
        }
        return fold
    }

    /// The facts of submissions about a purchase; `nil` if there are none.
    private static func facts(
        about key: PurchaseKey,
        in submissions: [Submission]
    ) -> PurchaseHistory? {
        var facts = FactSet()
        for submission in submissions { facts.formUnion(submission.facts) }
        return facts.histories[key]
    }

    /// Folds facts into a purchase, and notes the change for its customers.
    ///
    /// - Parameters:
    ///   - facts: The facts.
    ///   - submission: The submission that they are of.
    ///   - recorded: Its document if that was new; `nil` if it is yet to be recorded.
    ///   - database: The database.
    /// - Returns: The identifiers of the documents that are new.
    /// - Throws: An `SQLError`.
    private func note(
        _ facts: PurchaseHistory,
        of submission: Submission,
        _ recorded: Set<UUID>?,
        in database: any SQLDatabase
    ) async throws -> Set<UUID> {
        try await database.transaction { session in
            let fold = try await fold(
                [submission],
                recorded == nil ? [submission.document] : [],
                [facts],
                Planning.byIndexOfShard,
                session,
                recorded: recorded ?? []
            )
            let notes = try fold.changes.map { change in
                OutboxTable.insert(.purchase(change.key), change.revision, try change.note)
            }
            return Commit(fold.new, after: fold.statements + notes)
        }
    }

    /// Tells its customers what the outbox notes about a purchase.
    func complete(_ key: PurchaseKey, in database: any SQLDatabase) async throws {
        let (noted, now) = try await customers.purchase(key, in: database)
        guard let last = noted.notes.last?.number else { return }
        let policy = apps.transferPolicy(of: key.scope.app)
        let bodies = noted.notes.map(\.body)
        let change = try PurchaseChange(noted.purchase, policy, notes: bodies, at: now)
        for (customer, news) in change.customerNews(policy, at: now) {
            try await settle([customer: news], in: database)
        }
        _ = try await database.query(OutboxTable.remove(.purchase(key), upTo: last))
    }

    /// Settles customers in one transaction, or in several shards each in its own.
    func settle(
        _ news: [ScopedCustomer: CustomerNews],
        in database: any SQLDatabase
    ) async throws {
        guard database.isSharded else {
            return try await retrying {
                try await database.transaction { session in
                    let planning = [Planning.byIndex]
                    return Commit(
                        (),
                        after: try await customers.settle(news, after: planning, session)
                    )
                }
            }
        }
        for (customer, news) in news {
            try await customers.settle(customer, news, in: database)
        }
    }

    /// Writes the events of customers whose entitlements time has changed.
    ///
    /// - Returns: The number of customers that were looked at.
    func recordPassingOfTime(limit: Int, in database: any SQLDatabase) async throws -> Int {
        let now = try await clock.now(in: database)
        let due = CustomerTables.due(at: now, of: apps.bundleIDs, limit: limit)
        let found = try await database.query(due).map { row throws(SQLError) in
            ScopedCustomer(scope: try row.nextScope(), id: try row.nextCustomer())
        }
        guard !found.isEmpty else { return 0 }
        do {
            try await settle(
                Dictionary(found.map { ($0, CustomerNews()) }) { first, _ in first },
                in: database
            )
        } catch {
            // One customer that cannot be settled holds up no other.
            try await Self.attempt(found) { customer in
                try await settle([customer: CustomerNews()], in: database)
            }
        }
        return found.count
    }

    /// Completes what other processes have left in the outbox, such as those that were killed.
    func completeOutbox(olderThan seconds: Int, in database: any SQLDatabase) async throws -> Int {
        let waiting = OutboxTable.waiting(seconds: seconds, limit: 200)
        let tasks = try await database.query(waiting).map(OutboxTable.Task.init)
        try await Self.attempt(tasks) { try await complete($0, in: database) }
        return tasks.count
    }

    private func complete(_ task: OutboxTable.Task, in database: any SQLDatabase) async throws {
        let mover = NameMover(customers: customers, database: database)
        switch task.kind {
        case .purchase:
            let key = PurchaseKey(scope: task.scope, originalTransactionID: task.key)
            try await complete(key, in: database)
        case .erasure:
            _ = try await Eraser(ledger: self, database: database).complete(try task.customer)
        case .link: try await mover.completeLink(try task.customer)
        case .move: try await mover.move([try task.customer.id], in: task.scope)
        }
    }

    /// Works on all elements, and throws the first error at the end.
    private static func attempt<Element>(
        _ elements: [Element],
        _ body: (Element) async throws -> Void
    ) async throws {
        var failure: (any Error)?
        for element in elements {
            do {
                try await body(element)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}

/// Runs a transaction, again if it met another one.
func retrying<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
) async throws -> Value {
    var attempts = 0
    while true {
        do {
            return try await body()
        } catch let error as SQLError where error.isConflict && attempts < 5 {
            attempts += 1
        }
    }
}
