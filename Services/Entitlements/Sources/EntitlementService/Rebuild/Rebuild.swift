package import EntitlementModel
import Foundation
package import PostgreSQL

/// Folds all recorded documents again, into a second schema, and compares it with the served state.
///
/// The service keeps running. Documents and state are read as of one moment.
package struct Rebuild: Sendable {
    private let apps: AppDirectory
    private let database: any SQLDatabase
    private let verifier: DocumentVerifier
    private let customers: CustomerLedger
    private let recorder: Recorder

    package init(
        apps: AppDirectory,
        database: any SQLDatabase,
        clock: ServiceClock = ServiceClock(),
        deliversEvents: Bool = false
    ) {
        self.apps = apps
        self.database = database
        verifier = DocumentVerifier(apps)
        var ledger = PurchaseLedger(apps: apps, clock: clock, deliversEvents: deliversEvents)
        ledger.isRepairing = true
        customers = ledger.customers
        recorder = Recorder(database, ledger)
    }

    /// The outcome of a rebuild.
    package struct Report: Hashable, Sendable {
        /// The number of documents that were folded.
        package internal(set) var documents = 0
        /// The number of purchases that were compared.
        package internal(set) var purchases = 0
        /// The purchases whose state differs from the documents, in order.
        package internal(set) var differences: [PurchaseKey] = []
        /// The documents that no longer verify, such as an edited one, each with the reason.
        package internal(set) var refusals: [String] = []

        /// Whether the state agrees with the documents.
        package var isEqual: Bool { differences.isEmpty && refusals.isEmpty }
    }

    /// Rebuilds and compares.
    package func run() async throws -> Report {
        try await database.transaction { _ in Commit((), after: RebuildTables.reset) }
        return try await database.transaction(.repeatableRead) { session in
            var report = Report()
            try await fold(session, &report)
            try await compare(session, &report)
            return Commit(report)
        }
    }

    /// Folds all documents into the served state, as a changed rule requires, and removes stray
    /// copies.
    ///
    /// Customers whose entitlements change get an event.
    package func repair() async throws {
        var pages = DocumentPages { try await database.query($0) }
        while let documents = try await pages.next() {
            try await withThrowingTaskGroup { group in
                for document in documents where document.kind != .erased {
                    // The comparison reports refusals.
                    guard let submission = try? verifier.verify(document) else { continue }
                    group.addTask { _ = try await recorder.record(submission) }
                }
                try await group.waitForAll()
            }
        }
        try await removeStrays()
    }

    private func removeStrays() async throws {
        let audit = OwnerAudit { statements in
            var results: [SQLResult] = []
            for statement in statements { results.append(try await database.query(statement)) }
            return results
        }
        for stray in try await audit.strays() where apps.contains(stray.key.scope) {
            try await customers.locking(stray.customer, in: database) { known, now, session in
                guard try await audit.isStray(stray) else { return Commit(()) }
                var known = known
                if stray.copies == .owned {
                    known.purchases.removeAll { $0.key == stray.key && $0.name == stray.name }
                }
                let news = CustomerNews()
                let end = try await customers.settle(known, news, at: now, session, database)
                return Commit((), after: [stray.removal] + end)
            }
        }
    }

    // MARK: Folding

    private func fold(_ session: any SQLSession, _ report: inout Report) async throws {
        var pages = DocumentPages { try await session.run($0) }
        while let documents = try await pages.next() {
            var facts = FactSet()
            for document in documents {
                guard document.kind != .erased else { continue }
                do throws(Refusal) {
                    facts.formUnion(try verifier.verify(document).facts)
                } catch {
                    report.refusals.append("\(document.id): \(error.reason)")
                }
            }
            report.documents += documents.count
            try await write(facts)
        }
    }

    /// Writes outside the transaction that reads.
    private func write(_ facts: FactSet) async throws {
        let histories = facts.histories.values.sorted { $0.key < $1.key }
        guard !histories.isEmpty else { return }
        try await database.transaction { session in
            let results = try await session.run(
                histories.flatMap { PurchaseTables.rebuilt.open($0.key) }
            )
            var statements: [Statement] = []
            for (index, facts) in histories.enumerated() {
                let key = facts.key
                let known = try KnownPurchase(key, results[3 * index..<3 * index + 3])
                let policy = apps.transferPolicy(of: key.scope.app)
                guard let change = PurchaseChange(known, facts, policy, at: .min) else { continue }
                statements += PurchaseTables.rebuilt.write(
                    change.history,
                    from: known.history,
                    change.state
                )
            }
            return Commit((), after: statements)
        }
    }

    // MARK: Comparing

    private func compare(_ session: any SQLSession, _ report: inout Report) async throws {
        var live = PurchasePages(tables: .live) { try await session.run($0) }
        var rebuilt = PurchasePages(tables: .rebuilt) { statements in
            try await database.transaction { Commit(try await $0.run(statements)) }
        }
        var left = try await live.next(), right = try await rebuilt.next()
        while left != nil || right != nil {
            report.purchases += 1
            if let known = left, let made = right, known.key == made.key {
                if known.state != made.state || known.history != made.history {
                    report.differences.append(known.key)
                }
                left = try await live.next()
                right = try await rebuilt.next()
            } else if let known = left, right.map({ known.key < $0.key }) ?? true {
                report.differences.append(known.key)
                left = try await live.next()
            } else if let made = right {
                report.differences.append(made.key)
                right = try await rebuilt.next()
            }
        }
        let strays = try await OwnerAudit { try await session.run($0) }.run()
        // Erased documents cannot be folded again.
        let erased = try await session.run(RebuildTables.erased)
            .map { row throws(SQLError) in try row.nextPurchaseKey() }
        report.differences = Set(report.differences + strays).subtracting(erased).sorted()
    }
}

/// The purchases of a schema in the order of keys, page by page.
private struct PurchasePages {
    private static let limit = 200

    let tables: PurchaseTables
    let read: ([Statement]) async throws -> [SQLResult]
    private var page: ArraySlice<KnownPurchase> = []
    private var last: PurchaseKey?
    private var isComplete = false

    init(
        tables: PurchaseTables,
        read: @escaping ([Statement]) async throws -> [SQLResult]
    ) {
        self.tables = tables
        self.read = read
    }

    mutating func next() async throws -> KnownPurchase? {
        if page.isEmpty, !isComplete {
            let statement = RebuildTables.keys(of: tables, after: last, limit: Self.limit)
            let keys = try await read([statement])[0]
                .map { row throws(SQLError) in try row.nextPurchaseKey() }
            isComplete = keys.count < Self.limit
            last = keys.last
            let results = try await read(keys.flatMap(tables.read))
            page = try keys.enumerated().map { index, key in
                try KnownPurchase(key, results[3 * index..<3 * index + 3])
            }[...]
        }
        return page.popFirst()
    }
}
