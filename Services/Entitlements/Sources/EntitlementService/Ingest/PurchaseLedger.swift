import EntitlementModel
import Foundation
import PostgreSQL

/// The transactions by which submissions and the passing of time change the database.
struct PurchaseLedger: Sendable {
    let apps: AppDirectory
    let clock: ServiceClock
    /// Whether events are delivered, and not only kept in their table.
    var deliversEvents = false

    /// Records submissions, folds their statements, and writes the events that follow.
    ///
    /// - Returns: The identifiers of the documents that are new.
    func record(
        _ submissions: [Submission],
        in database: any SQLDatabase
    ) async throws -> Set<UUID> {
        var documents: [String: LoggedDocument] = [:]
        var facts = FactSet()
        let now = clock.approximateNow()
        let requests = submissions.compactMap(\.consumptionRequest)
            .map { ConsumptionTables.insert($0, at: now) }
        for submission in submissions {
            let document = submission.document
            documents["\(document.scope) \(document.shardKey) \(document.id)"] = document
            facts.formUnion(submission.facts)
        }
        return try await database.transaction { [documents, facts] session in
            let log = DocumentLog.record(Array(documents.values))
            let fold = FoldStatements(facts, .live, at: now)
            let first = [Planning.byIndex, log] + requests
            let results = try await session.run(first + fold.statements)
            let new: [UUID] = try results[1].column()
            let changes = try fold.changes(in: Array(results.dropFirst(first.count)))
            guard !changes.isEmpty else { return Commit(Set(new)) }
            let customers = Set(changes.flatMap(\.customers)).sorted()
            let move = StateTables.live.move(changes.filter { $0.former != $0.present })
            let lock = [CustomerTables.makeRows(of: customers), CustomerTables.lock(customers)]
            let answers = try await session.run(move + lock + Self.look(at: customers))
                .dropFirst(move.count + 1)
            let records = try answers.first?.map(CustomerRecord.init) ?? []
            let outcome = try await reconcile(records, Array(answers.dropFirst()), session)
            return Commit(Set(new), after: outcome.statements)
        }
    }

    /// Writes the events of customers whose entitlements time has changed.
    ///
    /// - Returns: The number of customers that were looked at.
    func recordPassingOfTime(limit: Int, in database: any SQLDatabase) async throws -> Int {
        let now = try await clock.now(in: database)
        return try await database.transaction { session in
            let due = CustomerTables.lockDue(at: now, of: apps.bundleIDs, limit: limit)
            let records = try await session.run([Planning.byIndex, due])[1]
                .map(CustomerRecord.init)
            guard !records.isEmpty else { return Commit(0) }
            let results = try await session.run(Self.look(at: records.map(\.customer)))
            let outcome = try await reconcile(records, results, session)
            return Commit(records.count, after: outcome.statements)
        }
    }

    /// Reads the purchases of customers, and the clock as the last result.
    ///
    /// It runs after the lock of the customers, so that the second of two transactions about one
    /// customer sees the changes of the first.
    private static func look(at customers: [ScopedCustomer]) -> [Statement] {
        var accounts: [(scope: PurchaseScope, token: UUID)] = []
        var keys: [PurchaseKey] = []
        for customer in customers {
            switch customer.id {
            case .account(let token): accounts.append((customer.scope, token))
            case .originalTransaction(let id):
                keys.append(PurchaseKey(scope: customer.scope, originalTransactionID: id))
            }
        }
        return (accounts.isEmpty ? [] : [CustomerTables.purchases(ofAccounts: accounts)])
            + (keys.isEmpty ? [] : [CustomerTables.unownedPurchases(keys)])
            + [PurchaseQuery.time]
    }

    /// Compares the entitlements of locked customers, by the results of ``look(at:)``, with their
    /// records.
    private func reconcile(
        _ records: [CustomerRecord],
        _ results: [SQLResult],
        _ session: any SQLSession
    ) async throws -> CustomerChanges {
        var changes = CustomerChanges(deliversEvents: deliversEvents)
        guard let clockResult = results.last else { return changes }
        let now = try clock.now(clockResult)
        let known = try results.dropLast().flatMap { try $0.scopedPurchases }
        let periods = try await PurchaseQuery.addPeriods(to: known, at: now) {
            try await session.run($0)
        }
        let purchases = Dictionary(grouping: periods, by: \.customer)
        for record in records {
            let rule = apps.rule(of: record.customer.scope.app)
            let owned = purchases[record.customer] ?? []
            let judgement = rule.judge(owned.map(\.purchase), at: now)
            try changes.add(record, judgement)
        }
        return changes
    }
}

/// The statements that fold facts into tables, and their results.
struct FoldStatements {
    let statements: [Statement]
    private let isEmpty: Bool

    /// - Parameters:
    ///   - facts: The facts.
    ///   - tables: The tables.
    ///   - date: The present; purchases whose newest period begins later count as changed.
    init(_ facts: FactSet, _ tables: StateTables, at date: Milliseconds = .max) {
        isEmpty = facts.isEmpty
        guard !isEmpty else {
            statements = []
            return
        }
        let keys = facts.purchases
        statements =
            [tables.makeRows(of: keys), tables.lock(keys)]
            // Rows are locked in the order of their keys.
            + tables.merge(
                facts.transactions.values.sorted {
                    ($0.key, $0.transactionID) < ($1.key, $1.transactionID)
                }
            )
            + tables.merge(facts.renewals.values.sorted { $0.key < $1.key })
            + [tables.derive(keys, at: date)]
    }

    /// The purchases that changed, with the owners before and after.
    func changes(in results: [SQLResult]) throws(SQLError) -> [OwnerChange] {
        guard !isEmpty, results.count == statements.count else { return [] }
        var former: [PurchaseKey: (owner: UUID?, isNew: Bool)] = [:]
        for var row in results[1].rows {
            let key = try row.nextPurchaseKey()
            former[key] = (try row.nextIfPresent(), try row.next())
        }
        return try results[results.count - 1].map { row throws(SQLError) -> OwnerChange in
            let key = try row.nextPurchaseKey()
            return OwnerChange(
                key: key,
                isNew: former[key]?.isNew ?? true,
                former: former[key]?.owner,
                present: try row.nextIfPresent(),
                isConsumable: try row.next()
            )
        }
    }
}

/// The changes of customers, and the events about them.
private struct CustomerChanges {
    private let deliversEvents: Bool
    private var records: [CustomerRecord] = []
    private var events: [EntitlementEvent] = []

    init(deliversEvents: Bool) {
        self.deliversEvents = deliversEvents
    }

    mutating func add(
        _ former: CustomerRecord,
        _ judgement: EntitlementRule.Judgement
    ) throws {
        var record = former
        record.entitlements = try EntitlementJSON(judgement.entitlements)
        record.nextChange = judgement.nextChange
        if record.entitlements != former.entitlements {
            record.sequence += 1
            events.append(
                EntitlementEvent(
                    customer: record.customer,
                    sequence: record.sequence,
                    id: UUID(),
                    type: record.entitlements.change(from: former.entitlements),
                    entitlements: record.entitlements
                )
            )
        }
        if record != former { records.append(record) }
    }

    var statements: [Statement] {
        var statements: [Statement] = []
        if !records.isEmpty { statements.append(CustomerTables.update(records)) }
        guard !events.isEmpty else { return statements }
        statements.append(EventTables.insert(events))
        if deliversEvents { statements.append(EventTables.schedule(events)) }
        return statements
    }
}
