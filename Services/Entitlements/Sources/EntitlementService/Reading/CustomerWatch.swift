import EntitlementModel
import Logging
import PostgreSQL
import ServiceLifecycle

/// Wakes listeners when the entitlements of their customers may have changed.
///
/// The listeners of a process share a query for new events, several times a second. A customer
/// without an event costs nothing. A listener is looked up by itself when it begins to wait, so
/// that it misses no change between its answer and its wait.
actor CustomerWatch: Service {
    private static let pause: Duration = .milliseconds(150)
    /// How much longer than since the last look events are looked for.
    ///
    /// It is the time that an event may take from its date to the end of its transaction. A
    /// listener waits for no longer than a quiet time, so that a slower one is found as well.
    private static let overlap: Milliseconds = 1_000
    /// A listener that waits.
    private struct Listener {
        /// The versions that the answer is of.
        let versions: [CustomerVersion]
        /// When time changes the answer.
        let nextChange: Milliseconds?
        let end: ContinuousClock.Instant
        let continuation: CheckedContinuation<Wake, Never>
    }

    /// The end of a wait.
    enum Wake {
        /// The answer may be another one.
        case change
        /// The time was over, or the task was cancelled.
        case end
    }

    private let database: any SQLDatabase
    private let clock: ServiceClock
    private let logger: Logger
    /// The greatest number of events of a look; with more, all versions are compared.
    private let eventLimit: Int
    /// Whether the last look failed, and the error was logged.
    private var isFailing = false
    private var listeners: [Int: Listener] = [:]
    private var listenersByCustomer: [ScopedCustomer: Set<Int>] = [:]
    /// The listeners whose versions are yet to be compared.
    private var unchecked: Set<Int> = []
    private var lastID = 0
    /// The time of the last look by the clock of the database; `nil` before the first.
    private var lastLook: Milliseconds?

    init(
        database: any SQLDatabase,
        clock: ServiceClock,
        logger: Logger,
        eventLimit: Int = 10_000
    ) {
        self.database = database
        self.clock = clock
        self.logger = logger
        self.eventLimit = eventLimit
    }

    /// The number of listeners that wait.
    var listenerCount: Int { listeners.count }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: Self.pause)
                await self.look()
            }
        }
    }

    /// Waits until customers have other versions than the known ones, or time changes the answer.
    func change(
        since versions: [CustomerVersion],
        nextChange: Milliseconds?,
        until end: ContinuousClock.Instant
    ) async -> Wake {
        lastID += 1
        let id = lastID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .end) }
                add(
                    id,
                    Listener(
                        versions: versions,
                        nextChange: nextChange,
                        end: end,
                        continuation: continuation
                    )
                )
            }
        } onCancel: {
            Task { await self.wake(id, .end) }
        }
    }

    private func add(_ id: Int, _ listener: Listener) {
        listeners[id] = listener
        unchecked.insert(id)
        for version in listener.versions {
            listenersByCustomer[version.customer, default: []].insert(id)
        }
    }

    private func wake(_ id: Int, _ wake: Wake) {
        guard let listener = listeners.removeValue(forKey: id) else { return }
        unchecked.remove(id)
        for customer in listener.versions.map(\.customer) {
            listenersByCustomer[customer]?.remove(id)
            if listenersByCustomer[customer]?.isEmpty == true {
                listenersByCustomer[customer] = nil
            }
        }
        listener.continuation.resume(returning: wake)
    }

    // MARK: Looks

    /// Wakes the listeners whose answers may be others, or whose time is over.
    ///
    /// While the database is away, listeners keep their answers. Of unexpected errors in a row, the
    /// first is logged.
    func look() async {
        if listeners.isEmpty {
            lastLook = nil
        } else {
            do {
                try await check()
                try await readEvents()
                isFailing = false
            } catch {
                if !isFailing { isFailing = logger.logIfUnexpected(error) }
            }
        }
        let now = ContinuousClock.now
        for (id, listener) in listeners where listener.end <= now { wake(id, .end) }
    }

    /// Compares the versions of the listeners that were not looked at yet.
    private func check() async throws {
        let asked = listeners.filter { unchecked.contains($0.key) }
        guard !asked.isEmpty else { return }
        let customers = Set(asked.values.flatMap(\.versions).map(\.customer)).sorted()
        let known = try await versions(of: customers)
        for (id, listener) in asked {
            if listener.versions.contains(where: { known[$0.customer] != $0 }) {
                wake(id, .change)
            } else if !listener.versions.contains(where: \.isUnknownPurchase) {
                // A purchase becomes that of another customer, by an event of that one.
                unchecked.remove(id)
            }
        }
    }

    private func readEvents() async throws {
        let events = EventTables.new(
            since: lastLook.map { $0 - Self.overlap },
            limit: eventLimit
        )
        let result = try await database.query(events)
        for var row in result.rows {
            lastLook = try row.next()
            guard let app: String = try row.nextIfPresent() else { continue }
            let customer = ScopedCustomer(
                scope: try row.nextScope(app),
                id: try row.nextCustomer()
            )
            let sequence: Int64 = try row.next()
            for id in listenersByCustomer[customer] ?? [] {
                let known = listeners[id]?.versions.first { $0.customer == customer }
                if let known, known.sequence < sequence { wake(id, .change) }
            }
        }
        if result.rowCount == eventLimit { unchecked = Set(listeners.keys) }
        guard let lastLook else { return }
        let now = clock.now(lastLook)
        for (id, listener) in listeners where listener.nextChange.map({ $0 <= now }) ?? false {
            wake(id, .change)
        }
    }

    private func versions(
        of customers: [ScopedCustomer]
    ) async throws -> [ScopedCustomer: CustomerVersion] {
        var known = Dictionary(uniqueKeysWithValues: customers.map { ($0, CustomerVersion($0)) })
        let result = try await database.query(CustomerTables.versions(of: customers))
        for var row in result.rows {
            let customer = ScopedCustomer(scope: try row.nextScope(), id: try row.nextCustomer())
            known[customer] = try CustomerVersion(customer, &row)
        }
        for (customer, owner) in try await owners(of: customers) {
            known[customer]?.root = owner
        }
        return known
    }

    /// Reads the owners of purchases that were unknown, or had none.
    private func owners(
        of customers: [ScopedCustomer]
    ) async throws -> [(ScopedCustomer, CustomerID)] {
        let purchases = customers.filter { $0.id.originalTransaction != nil }
        guard !purchases.isEmpty else { return [] }
        let result = try await database.query(CustomerTables.owners(of: purchases))
        return try result.map { row throws(SQLError) -> (ScopedCustomer, CustomerID)? in
            let customer = ScopedCustomer(scope: try row.nextScope(), id: try row.nextCustomer())
            let owner = CustomerID.list(try row.nextIfPresent()).first
            return owner.flatMap { $0 == customer.id ? nil : (customer, $0) }
        }
        .compactMap { $0 }
    }
}

/// The version of a customer's row.
///
/// Another one means other entitlements, or another time at which they change.
struct CustomerVersion: Hashable, Sendable {
    let customer: ScopedCustomer
    /// The root of a linked name, or the owner of a purchase.
    fileprivate(set) var root: CustomerID?
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

    /// Whether it is of a purchase that is not known, or belongs to another customer.
    fileprivate var isUnknownPurchase: Bool {
        customer.id.originalTransaction != nil && sequence == 0
    }
}
