package import Foundation
package import FoundationNetworking
package import LocalAppStore

/// The store that a process uses, or that a test of StoreTesting uses for itself.
///
/// A test session puts its own store in use. The newest session's store is in use until it is taken
/// out of use or another session takes over, even if the session itself was released, as with
/// Apple's. Without a session it is the store that the environment names, opened when first needed.
package final class StoreConnection: Sendable {
    /// The connection of `SKPaymentQueue.default()` and of every request, in the present scope.
    package static var current: StoreConnection { StoreScope.current.connection }

    package let diagnostics: StoreDiagnostics
    private let state: Locked<State>
    private let opening = NSLock()
    private let open: @Sendable () throws -> Store
    private let isOfTest: Bool

    private struct State {
        /// The stores that were put in use, the newest last.
        var sessions: [Session] = []
        var hasEnded = false
        var environment: Store?
        var changeHandlers: [UUID: @Sendable () -> Void] = [:]

        var inUse: Store? { sessions.last?.store ?? environment }
    }

    private struct Session {
        var store: Store
        /// Whether the store returns into use when a newer one is taken out of use.
        var isRetained = true
        /// The errors that a test plants into StoreKit 2.
        let failures = SimulatedFailures()
    }

    /// Makes a connection to one store for good, or to the one that `open` opens.
    package init(
        store: Store? = nil,
        diagnostics: StoreDiagnostics = .shared,
        isOfTest: Bool = false,
        open: @escaping @Sendable () throws -> Store = { try EnvironmentStore().open() }
    ) {
        state = Locked(State(sessions: store.map { [Session(store: $0)] } ?? []))
        self.diagnostics = diagnostics
        self.isOfTest = isOfTest
        self.open = open
    }

    /// Makes the connection of one test, which never uses the environment's store.
    package static func ofTest() -> StoreConnection {
        // A test hears of a missing store by the error of its call, not on standard error.
        StoreConnection(diagnostics: StoreDiagnostics { _ in }, isOfTest: true) {
            throw StoreScopeError.noSession
        }
    }

    /// The store in use, opened if necessary.
    ///
    /// A failure is reported to the diagnostics and not remembered: the next call tries again.
    package func store() throws -> Store {
        if let store = openedStore { return store }
        do {
            return try openStore()
        } catch {
            diagnostics.reportUnusableStore(error)
            throw error
        }
    }

    private func openStore() throws -> Store {
        // A lock of its own, because opening may wait for other processes: two threads must not
        // open the same file twice, and `openedStore` must not wait.
        try opening.withLock {
            if let store = openedStore { return store }
            guard !hasEnded else { throw StoreScopeError.ended }
            let store = try open()
            diagnostics.report(warningsOf: store)
            return state.withLock { state in
                state.environment = store
                return state.sessions.last?.store ?? store
            }
        }
    }

    /// The store in use, if it was opened before; does no work.
    package var openedStore: Store? {
        state.withLock { $0.inUse }
    }

    /// Returns the store in use, unless it has changed since a call began.
    ///
    /// A request to one session must not be answered by the next.
    package func store(asOf beginning: Store?) throws -> Store {
        let store = try store()
        guard beginning == nil || beginning === store else { throw StoreScopeError.anotherStore }
        return store
    }

    /// The errors that the session in use plants into the calls of StoreKit 2; `nil` without one.
    package var simulatedFailures: SimulatedFailures? {
        state.withLock { $0.sessions.last?.failures }
    }

    /// The errors that the session of a store plants into the calls of StoreKit 2.
    package func simulatedFailures(of store: Store) -> SimulatedFailures? {
        state.withLock { $0.sessions.last { $0.store === store }?.failures }
    }

    /// Whether a session's store is in use.
    package var hasSession: Bool {
        state.withLock { !$0.sessions.isEmpty }
    }

    /// The settings of the store in use; `nil` without one.
    package var settings: StoreSettings? {
        diagnostics.reporting { try store().settings }
    }

    /// A number that changes with the store in use and with its settings, and never returns to an
    /// earlier value; `nil` before a store was opened.
    ///
    /// Products with the same number have the same prices.
    package var settingsVersion: Int? {
        openedStore?.settingsVersion
    }

    /// How the environment wants purchases to be confirmed.
    package static var environmentConfirmationPolicy: ConfirmationPolicy {
        get throws { try EnvironmentStore().confirmationPolicy }
    }

    /// The app that the environment wants receipts for.
    package static var environmentApp: StoreApp {
        get throws { try EnvironmentStore().app }
    }
}

// Changing the store in use.
extension StoreConnection {
    /// Puts a store in use, until it is taken out of use or another one takes over.
    package func use(_ store: Store) {
        diagnostics.report(warningsOf: store)
        let others = change { sessions in
            sessions.removeAll { $0.store === store || !$0.isRetained }
            defer { sessions.append(Session(store: store)) }
            return sessions.count
        }
        // In the scope of a test no other test can have made the older session.
        guard others > 0, !isOfTest else { return }
        diagnostics.report(
            .warning,
            """
            A test session took over while an older one is still there: all purchases go to the \
            newer one. Tests that share the process's store must not run at the same time; the \
            trait .store of StoreTesting gives each test its own, and .exclusiveSession makes \
            suites take turns.
            """
        )
    }

    /// Puts the store of another customer in the place of a session's store, or the one of the same
    /// customer signed out.
    package func replace(_ store: Store, with other: Store) {
        change { sessions in
            for index in sessions.indices where sessions[index].store === store {
                sessions[index].store = other
            }
        }
    }

    /// Whether the test of this connection has ended.
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Takes every store out of use for good.
    package func end() {
        state.withLock { $0.hasEnded = true }
        change { $0 = [] }
    }

    /// Notes that the session of a store was released: the store stays in use until another one
    /// takes over, and does not return after that.
    package func sessionWasReleased(of store: Store) {
        change { sessions in
            guard let index = sessions.firstIndex(where: { $0.store === store }) else { return }
            if index == sessions.indices.last {
                sessions[index].isRetained = false
            } else {
                sessions.remove(at: index)
            }
        }
    }

    /// Takes a store out of use; the one before it returns, or else the environment's.
    package func stopUsing(_ store: Store) {
        change { $0.removeAll { $0.store === store } }
    }

    /// Calls `body` whenever another store comes into use, until the subscription is released.
    package func onChange(_ body: @escaping @Sendable () -> Void) -> Subscription {
        let id = UUID()
        state.withLock { $0.changeHandlers[id] = body }
        return Subscription(id: id, connection: self)
    }

    /// A subscription to changes of the store in use, which ends when it is released.
    package final class Subscription: Sendable {
        private let id: UUID
        private let connection: StoreConnection

        fileprivate init(id: UUID, connection: StoreConnection) {
            self.id = id
            self.connection = connection
        }

        deinit {
            // The handler is released after the lock.
            let handler = connection.state.withLock { $0.changeHandlers.removeValue(forKey: id) }
            withExtendedLifetime(handler) {}
        }
    }

    /// Whether a store with these faults is in use, or returns into use after another one.
    package func hasStore(with faults: FaultInjector) -> Bool {
        state.withLock { $0.sessions.map(\.store) }.contains { $0.faults === faults }
    }

    /// The number of subscriptions to changes of the store in use.
    package var subscriptionCount: Int {
        state.withLock { $0.changeHandlers.count }
    }

    @discardableResult
    private func change<Result>(_ body: (inout [Session]) -> Result) -> Result {
        // `before` keeps a dropped store until after the lock: its release may close a file and
        // release closures of a client.
        let (result, before, handlers) = state.withLock { state in
            let before = state.sessions
            let result = body(&state.sessions)
            if state.hasEnded { state.sessions = [] }
            let isSame = before.last?.store === state.sessions.last?.store
            return (result, before, isSame ? [] : Array(state.changeHandlers.values))
        }
        withExtendedLifetime(before) {
            for handler in handlers {
                handler()
            }
            // A delayed call must not wait for the clock of a store that is out of use.
            before.map(\.store.faults).filter { !hasStore(with: $0) }
                .forEach { $0.releaseWaiting() }
        }
        return result
    }
}

// The receipt of the store in use.
extension StoreConnection {
    /// The file of the app's receipt, brought up to date; `nil` when there is no store.
    ///
    /// Foundation's `Bundle.appStoreReceiptURL` is always `nil` on Linux and cannot be declared a
    /// second time.
    package var receiptFile: URL? {
        diagnostics.reporting {
            let store = try store()
            return store.faults.lacksReceipt ? nil : try store.receiptFile()
        } ?? nil
    }

    /// The session that takes the place of `URLSession.shared` for verifyReceipt: the store in use
    /// responds for both of Apple's hosts.
    ///
    /// Registering a protocol class would not be enough: Foundation's shared session on Linux knows
    /// only the classes that were registered when it was first used, and every other session tries
    /// its own classes first.
    package static var verifyReceiptSession: URLSession { VerifyReceiptProtocol.session }

    /// Issues a new receipt of the store that was in use when the call began, and writes its file.
    package func refreshReceipt(
        _ properties: ReceiptProperties,
        asOf beginning: Store?,
        failing failure: FaultPlan.Failure? = nil
    ) throws {
        let store = try store(asOf: beginning)
        try store.refreshReceipt(properties)
        _ = try store.receiptFile()
        try store.spoilReceipt(by: failure)
    }
}
