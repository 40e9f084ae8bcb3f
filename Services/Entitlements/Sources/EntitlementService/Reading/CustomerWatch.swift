import EntitlementModel
import Logging
import PostgreSQL
import ServiceLifecycle

/// Wakes listeners when their customers change, by one query for all listeners of a process, four
/// times a second.
actor CustomerWatch: Service {
    private static let pause: Duration = .milliseconds(250)

    /// A listener that waits.
    private struct Listener {
        let customer: ScopedCustomer
        let version: CustomerVersion?
        /// When time changes the answer of the listener.
        let nextChange: Milliseconds?
        let end: ContinuousClock.Instant
        let continuation: CheckedContinuation<Wake, Never>
    }

    /// The end of a wait.
    enum Wake {
        /// The answer may be another; `nil` for a version that is not known yet.
        case change(CustomerVersion?)
        /// The time was over, or the task was cancelled.
        case end
    }

    private let database: any SQLDatabase
    private let clock: ServiceClock
    private let logger: Logger
    /// Whether the last query failed, and the error was logged.
    private var isFailing = false
    private var listeners: [Int: Listener] = [:]
    private var lastID = 0

    init(database: any SQLDatabase, clock: ServiceClock, logger: Logger) {
        self.database = database
        self.clock = clock
        self.logger = logger
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: Self.pause)
                await self.look()
            }
        }
    }

    /// Waits until a customer has another version than the known one, or time changes the answer.
    func change(
        of customer: ScopedCustomer,
        since version: CustomerVersion?,
        nextChange: Milliseconds?,
        until end: ContinuousClock.Instant
    ) async -> Wake {
        lastID += 1
        let id = lastID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .end) }
                listeners[id] = Listener(
                    customer: customer,
                    version: version,
                    nextChange: nextChange,
                    end: end,
                    continuation: continuation
                )
            }
        } onCancel: {
            Task { await self.wake(id, .end) }
        }
    }

    private func wake(_ id: Int, _ wake: Wake) {
        listeners.removeValue(forKey: id)?.continuation.resume(returning: wake)
    }

    private func look() async {
        let asked = listeners
        if !asked.isEmpty, let news = await news(for: asked) {
            for (id, version) in news.versions { wake(id, .change(version)) }
            for (id, listener) in asked where listener.nextChange.map({ $0 <= news.now }) ?? false {
                wake(id, .change(listener.version))
            }
        }
        let now = ContinuousClock.now
        for (id, listener) in listeners where listener.end <= now { wake(id, .end) }
    }

    /// Reads what is new; `nil` while the database is away, so that listeners keep their answers.
    ///
    /// Of unexpected errors in a row, the first is logged.
    private func news(
        for listeners: [Int: Listener]
    ) async -> (now: Milliseconds, versions: [Int: CustomerVersion])? {
        do {
            let news = try await read(listeners)
            isFailing = false
            return news
        } catch {
            if !isFailing { isFailing = logger.logIfUnexpected(error) }
            return nil
        }
    }

    /// Reads the present, and the versions of the customers that have changed.
    private func read(
        _ listeners: [Int: Listener]
    ) async throws -> (now: Milliseconds, versions: [Int: CustomerVersion]) {
        let customers = Set(listeners.values.map(\.customer)).sorted()
        let result = try await database.query(CustomerTables.versions(of: customers))
        var now: Milliseconds = 0
        var known: [ScopedCustomer: CustomerVersion] = [:]
        for var row in result.rows {
            let time: Milliseconds = try row.next()
            now = clock.now(time)
            guard let app: String = try row.nextIfPresent() else { continue }
            let version = try CustomerVersion(app, &row)
            known[version.customer] = version
        }
        for (customer, owner) in try await owners(of: customers) {
            known[customer, default: CustomerVersion(customer)].root = owner
        }
        var versions: [Int: CustomerVersion] = [:]
        for (id, listener) in listeners {
            let version = known[listener.customer] ?? CustomerVersion(listener.customer)
            if version != listener.version { versions[id] = version }
        }
        return (now, versions)
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

    /// Reads the columns after the app.
    fileprivate init(_ app: String, _ row: inout SQLRow) throws(SQLError) {
        let scope = try row.nextScope(app)
        customer = ScopedCustomer(scope: scope, id: try row.nextCustomer())
        root = try row.nextCustomerIfPresent()
        sequence = try row.next()
        nextChange = try row.nextIfPresent()
    }
}
