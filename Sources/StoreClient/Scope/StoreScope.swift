package import Foundation
import LocalAppStore

/// The objects of a process, or of one test of StoreTesting: the device, the store in use, and the
/// objects of the libraries above.
///
/// A task-local value says in which scope code runs, so a task that a test starts is in the test's
/// scope. Task-local values do not cross a Dispatch queue: requests, queues and observers remember
/// their scope, and call a client's code in it.
package final class StoreScope: Sendable {
    /// The scope of code that runs for no test.
    package static let process = StoreScope(StoreConnection())

    /// A scope without a store, for callbacks that outlive their test.
    package static let ended: StoreScope = {
        let scope = StoreScope(.ofTest())
        scope.end()
        return scope
    }()

    /// The scope that the present task, or the present callback, runs in.
    @TaskLocal package static var local: StoreScope?

    package let connection: StoreConnection
    package let device: StoreDevice

    package let id = UUID()
    // Members own closures of clients, and the last reference to a scope may go on any queue.
    private let members = MainQueueReference(Locked(Members()))
    // Recursive, because one member may need another.
    private let making = NSRecursiveLock()

    private struct Members {
        /// In the order in which they were made.
        var all: [any StoreScopeMember] = []
        var haveEnded = false
        /// Objects of killed apps, for which a request may still end, with an error.
        var killed: [any StoreScopeMember] = []
    }

    /// Makes the scope of a test, which has no store until a session is made in it.
    package convenience init() {
        self.init(.ofTest())
        let reference = Reference(scope: self, id: id)
        Self.ofTests.withLock { $0.append(reference) }
    }

    private init(_ connection: StoreConnection) {
        self.connection = connection
        device = StoreDevice(connection)
        device.scope = self
    }

    deinit {
        Self.ofTests.withLock { $0.removeAll { $0.id == id } }
    }

    /// The store's messages to the developer of the code that runs in the scope.
    package var diagnostics: StoreDiagnostics { connection.diagnostics }

    /// Runs `body` in the scope: its calls, and the tasks that it starts, meet the scope's store.
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$local.withValue(self, operation: body)
    }

    /// Runs `body` in the scope.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$local.withValue(self, operation: body)
    }
}

// Which scope code runs in.
extension StoreScope {
    // Unchecked because of the weak reference, which is never set again.
    private struct Reference: @unchecked Sendable {
        weak var scope: StoreScope?
        let id: UUID
    }

    /// The scopes of tests that are not released, the newest last.
    private static let ofTests = Locked<[Reference]>([])

    /// The scope whose store a call meets.
    ///
    /// A task without a scope meets the process's. Code that has no task at all, such as on a
    /// Dispatch queue, cannot tell which test it runs for: it meets the session that was made
    /// outside of every scope, or else the newest test's.
    package static var current: StoreScope {
        if let local { return local }
        let hasTask = withUnsafeCurrentTask { $0 != nil }
        return hasTask || process.connection.hasSession ? process : newestOfTests ?? process
    }

    /// The scope that a new session's store comes into use in.
    package static var ofNewSession: StoreScope { local ?? process }

    /// Finds a scope that is not released.
    package static func scope(withID id: UUID) -> StoreScope? {
        ofTests.withLock { $0 }.first { $0.id == id }?.scope
    }

    private static var newestOfTests: StoreScope? {
        let running = ofTests.withLock { $0 }.compactMap(\.scope).filter { !$0.hasEnded }
        if running.count > 1 {
            running.last?.diagnostics.report(
                .warning,
                """
                Code without a task, such as on a Dispatch queue, met the store of the newest \
                test, and several tests with stores are running: it may belong to another.
                """
            )
        }
        return running.last
    }
}

// The end.
extension StoreScope {
    private var hasEnded: Bool { connection.hasEnded }

    /// Takes the scope's store out of use for good.
    ///
    /// Calls that wait for the store end with an error, on the main queue, after everything that
    /// had happened before. So do later calls in the scope.
    package func end() {
        connection.end()
        device.afterNotifications {
            let members = self.members.object.withLock { members in
                members.haveEnded = true
                return members.all
            }
            members.forEach { $0.scopeEnded() }
        }
    }

    /// The scope's only object of a type, made if there is none.
    @discardableResult
    package func member<Member: StoreScopeMember>(_ make: () -> Member) -> Member {
        if let member: Member = existingMember() { return member }
        // A lock of its own: `make` calls the store.
        making.lock()
        defer { making.unlock() }
        if let member: Member = existingMember() { return member }
        let member = make()
        let haveEnded = members.object.withLock { members in
            members.all.append(member)
            return members.haveEnded
        }
        if haveEnded { member.scopeEnded() }
        return member
    }

    /// The objects of the scope so far, in the order in which they were made.
    var allMembers: [any StoreScopeMember] { members.object.withLock { $0.all } }

    /// Puts the objects of the app aside, so that the next call makes new ones.
    func removeMembersOfApp() -> [any StoreScopeMember] {
        members.object.withLock { members in
            let killed = members.all.filter(\.isOfApp)
            members.all.removeAll(where: \.isOfApp)
            members.killed += killed
            return killed
        }
    }

    /// The scope's only object of a type; `nil` if it was not made.
    package func existingMember<Member: StoreScopeMember>(
        _: Member.Type = Member.self
    ) -> Member? {
        allMembers.lazy.compactMap { $0 as? Member }.first
    }
}

extension StoreScope {
    /// Kills the app and launches it again, as far as a test can.
    ///
    /// The memory is lost: the transactions of the queue, and the state of SwiftyStoreKit with its
    /// handlers. Waiting calls end with an error. The ledger stays, and observers of the queue
    /// receive the unfinished transactions again.
    package func crash() {
        let store = connection.openedStore
        device.endLaunch()
        allMembers.forEach { $0.launchEnded() }
        // A caller that learns of the failed call is in the next launch. By then everything else is
        // over, and no observer of the killed app receives the deliveries of the next launch.
        allMembers.filter(\.isOfApp).forEach { $0.stopObserving() }
        store?.faults.noteLaunch()
        let killed = removeMembersOfApp()
        allMembers.forEach { $0.launchBegan() }
        // Their end releases the clients' objects.
        device.onMainQueue { killed.forEach { $0.appWasKilled() } }
        store?.faults.releaseWaiting()
    }
}

/// An object that every scope has one of.
///
/// A member must not retain its scope, which retains the member.
package protocol StoreScopeMember: AnyObject, Sendable {
    /// Ends calls that wait for the store; called once, on the main queue or when the member is
    /// made.
    func scopeEnded()

    /// Whether the object is in the app's memory, and not the test's.
    var isOfApp: Bool { get }

    /// Clears the memory of an app that was killed; called on any thread.
    func launchEnded()

    /// Begins again, as at a launch; called after that, on any thread.
    func launchBegan()

    /// Stops receiving transactions, because the app was killed; called on any thread.
    func stopObserving()

    /// Ends the waiting calls of an app that was killed; called after that, on the main queue.
    func appWasKilled()
}

extension StoreScopeMember {
    package func scopeEnded() {}
    package var isOfApp: Bool { false }
    package func launchEnded() {}
    package func launchBegan() {}
    package func stopObserving() {}
    package func appWasKilled() {}
}

/// Why a test's scope has no store.
package enum StoreScopeError: Error, Equatable, LocalizedError, CustomStringConvertible {
    case noSession
    case ended
    case anotherStore
    case killed

    package var description: String { errorDescription ?? "" }

    package var errorDescription: String? {
        switch self {
        case .noSession:
            "No store: this test has made no SKTestSession, or has closed it. The trait .store and "
                + "withStore, of StoreTesting, make one."
        case .ended:
            "No store: the test that this call belongs to has ended, and its session with it."
        case .anotherStore:
            "The session that this call began with has ended; another store is in use. Tests that "
                + "run at the same time need a store each: the trait .store or withStore, of "
                + "StoreTesting."
        case .killed:
            "The fault plan killed the app while this call waited, and launched it again."
        }
    }
}
