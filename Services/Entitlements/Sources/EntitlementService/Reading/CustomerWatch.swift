import EntitlementModel
import Logging
import PostgreSQL
import ServiceLifecycle

/// Wakes listeners when the entitlements of their customers may have changed.
///
/// The listeners of a process share one query for news, several times a second. A new listener's
/// versions are compared first, so that it misses no change since its answer. After that, a
/// customer without news costs nothing.
actor CustomerWatch: Service {
    private static let pause: Duration = .milliseconds(150)
    /// The time that a transaction may take to commit after its event is dated.
    ///
    /// Each look reads this interval again. An event with a slower commit is found when its
    /// listener waits again.
    private static let overlap: Milliseconds = 1_000

    /// A waiting listener.
    private struct Listener {
        /// The name in the request.
        let name: ScopedCustomer
        /// The versions from which the answer was read.
        let versions: [CustomerVersion]
        /// The next date at which time changes the answer.
        let nextChange: Milliseconds?
        let end: ContinuousClock.Instant
        let continuation: CheckedContinuation<Bool, Never>

        /// The names whose news concerns the answer.
        var names: Set<ScopedCustomer> { Set(versions.map(\.customer) + [name]) }

        func version(of customer: ScopedCustomer) -> CustomerVersion? {
            versions.first { $0.customer == customer }
        }
    }

    private let database: any SQLDatabase
    private let clock: ServiceClock
    private let logger: Logger
    /// The number of news items in a look from which on all versions are compared.
    private let newsLimit: Int
    /// Whether the last look failed, and the error was logged.
    private var isFailing = false
    private var listeners: [Int: Listener] = [:]
    private var listenersByName: [ScopedCustomer: Set<Int>] = [:]
    /// The listeners whose versions are yet to be compared.
    private var unchecked: Set<Int> = []
    private var lastID = 0
    /// The time of the last look by the clock of the database; `nil` before the first.
    private var lastLook: Milliseconds?

    init(
        database: any SQLDatabase,
        clock: ServiceClock,
        logger: Logger,
        newsLimit: Int = 10_000
    ) {
        self.database = database
        self.clock = clock
        self.logger = logger
        self.newsLimit = newsLimit
    }

    /// The number of waiting listeners, for tests.
    var listenerCount: Int { listeners.count }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: Self.pause)
                await self.look()
            }
        }
    }

    /// Waits until the version of a customer changes, or time changes the answer.
    ///
    /// - Parameters:
    ///   - versions: The versions from which the answer was read.
    ///   - name: The name in the request.
    ///   - nextChange: The next date at which time changes the answer.
    ///   - end: The end of the wait.
    /// - Returns: Whether the answer may have changed; `false` after the end or a cancellation.
    func change(
        since versions: [CustomerVersion],
        of name: ScopedCustomer,
        nextChange: Milliseconds?,
        until end: ContinuousClock.Instant
    ) async -> Bool {
        lastID += 1
        let id = lastID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: false) }
                add(
                    id,
                    Listener(
                        name: name,
                        versions: versions,
                        nextChange: nextChange,
                        end: end,
                        continuation: continuation
                    )
                )
            }
        } onCancel: {
            Task { await self.end(id, isChanged: false) }
        }
    }

    private func add(_ id: Int, _ listener: Listener) {
        listeners[id] = listener
        unchecked.insert(id)
        for name in listener.names { listenersByName[name, default: []].insert(id) }
    }

    /// Ends the wait of a listener.
    private func end(_ id: Int, isChanged: Bool) {
        guard let listener = listeners.removeValue(forKey: id) else { return }
        unchecked.remove(id)
        for name in listener.names {
            listenersByName[name]?.remove(id)
            if listenersByName[name]?.isEmpty == true { listenersByName[name] = nil }
        }
        listener.continuation.resume(returning: isChanged)
    }

    // MARK: Looks

    /// Wakes the listeners whose answers may have changed or whose wait is over.
    ///
    /// While the database is unavailable, listeners keep waiting. Only the first of consecutive
    /// unexpected errors is logged.
    func look() async {
        if listeners.isEmpty {
            lastLook = nil
        } else {
            do {
                // Reads versions after the news, so that no change is missed in between.
                try await readNews()
                try await check()
                isFailing = false
            } catch {
                if !isFailing { isFailing = logger.logIfUnexpected(error) }
            }
        }
        let now = ContinuousClock.now
        for (id, listener) in listeners where listener.end <= now { end(id, isChanged: false) }
    }

    private func readNews() async throws {
        let query = WatchTables.news(since: lastLook, overlap: Self.overlap, limit: newsLimit)
        let result = try await database.query(query)
        for var row in result.rows {
            lastLook = try row.next()
            if let news = try WatchTables.News(&row) { wake(by: news) }
        }
        if result.rowCount >= newsLimit { unchecked = Set(listeners.keys) }
        guard let lastLook else { return }
        let now = clock.now(lastLook)
        for (id, listener) in listeners where listener.nextChange.map({ $0 <= now }) ?? false {
            end(id, isChanged: true)
        }
    }

    private func wake(by news: WatchTables.News) {
        for id in listenersByName[news.customer] ?? [] {
            guard let known = listeners[id]?.version(of: news.customer) else { continue }
            let isMoved = news.root.map { $0 != known.root ?? news.customer.id } ?? false
            if isMoved || known.sequence < news.sequence { end(id, isChanged: true) }
        }
        // The purchase was unknown, or belonged to another customer.
        guard let purchase = news.purchase else { return }
        for id in listenersByName[purchase] ?? []
        where listeners[id]?.version(of: news.customer) == nil {
            end(id, isChanged: true)
        }
    }

    /// Compares the versions of unchecked listeners.
    private func check() async throws {
        let asked = listeners.filter { unchecked.contains($0.key) }
        guard !asked.isEmpty else { return }
        let customers = Set(asked.values.flatMap(\.versions).map(\.customer)).sorted()
        let known = try await versions(of: customers)
        let owners = try await owners(of: Set(asked.values.map(\.name)).sorted())
        for (id, listener) in asked {
            let isOther = listener.versions.contains { known[$0.customer] != $0 }
            let isTaken = owners[listener.name].map { listener.version(of: $0) == nil } ?? false
            if isOther || isTaken { end(id, isChanged: true) } else { unchecked.remove(id) }
        }
    }

    private func versions(
        of customers: [ScopedCustomer]
    ) async throws -> [ScopedCustomer: CustomerVersion] {
        var known = Dictionary(uniqueKeysWithValues: customers.map { ($0, CustomerVersion($0)) })
        let result = try await database.query(WatchTables.versions(of: customers))
        for var row in result.rows {
            let customer = ScopedCustomer(scope: try row.nextScope(), id: try row.nextCustomer())
            known[customer] = try CustomerVersion(customer, &row)
        }
        return known
    }

    /// Reads the first owners of the purchases among names.
    private func owners(
        of names: [ScopedCustomer]
    ) async throws -> [ScopedCustomer: ScopedCustomer] {
        let purchases = names.filter { $0.id.originalTransaction != nil }
        guard !purchases.isEmpty else { return [:] }
        var owners: [ScopedCustomer: ScopedCustomer] = [:]
        for var row in try await database.query(WatchTables.owners(of: purchases)).rows {
            let purchase = ScopedCustomer(scope: try row.nextScope(), id: try row.nextCustomer())
            let owner = CustomerID.list(try row.nextIfPresent()).first
            owners[purchase] = owner.map { ScopedCustomer(scope: purchase.scope, id: $0) }
        }
        return owners
    }
}

/// The version of a customer's row.
///
/// With a different version, the entitlements or the date of their next change may differ.
struct CustomerVersion: Hashable, Sendable {
    let customer: ScopedCustomer
    /// The root of a linked name; `nil` for itself.
    let root: CustomerID?
    /// The number of the customer's last event; 0 before the first.
    let sequence: Int64
    let nextChange: Milliseconds?

    /// The version of a customer without a row.
    init(_ customer: ScopedCustomer) {
        self.customer = customer
        root = nil
        sequence = 0
        nextChange = nil
    }

    /// Reads the root, the sequence and the next change.
    init(_ customer: ScopedCustomer, _ row: inout SQLRow) throws(SQLError) {
        self.customer = customer
        root = try row.nextCustomerIfPresent()
        sequence = try row.next()
        nextChange = try row.nextIfPresent()
    }
}
