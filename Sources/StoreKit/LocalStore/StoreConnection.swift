import Foundation
package import LocalAppStore

/// Which store this process talks to.
///
/// A test session puts its own in use. The newest session's store is in use until it is taken out
/// of use or another session takes over, also when nobody keeps the session, as with Apple's.
/// Without one it is the store that the environment names, opened when first needed.
package final class StoreConnection: Sendable {
    /// The connection of `SKPaymentQueue.default()` and of every request.
    package static let shared = StoreConnection()

    private let state: Locked<State>
    private let opening = Locked(())
    private let open: @Sendable () throws -> Store
    private let diagnostics: StoreDiagnostics

    private struct State {
        var chosen: [Choice] = []
        var environment: Store?
        var listeners: [UUID: @Sendable () -> Void] = [:]

        var inUse: Store? { chosen.last?.store ?? environment }
    }

    private struct Choice {
        let store: Store
        /// Whether whoever chose the store still wants it when another one was in use for a while.
        var isKept = true
    }

    /// Makes a connection to one store for good, or to the one that `open` opens.
    package init(
        store: Store? = nil,
        diagnostics: StoreDiagnostics = .shared,
        open: @escaping @Sendable () throws -> Store = { try EnvironmentStore().open() }
    ) {
        state = Locked(State(chosen: store.map { [Choice(store: $0)] } ?? []))
        self.diagnostics = diagnostics
        self.open = open
    }

    /// The store in use, opened if need be.
    ///
    /// A failure is told to the diagnostics and not kept: the next call tries again.
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
        // open the same file twice, and those who only ask what is open must not wait.
        try opening.withLock { _ in
            if let store = openedStore { return store }
            let store = try open()
            diagnostics.report(warningsOf: store)
            return state.withLock { state in
                state.environment = store
                return state.chosen.last?.store ?? store
            }
        }
    }

    /// The store in use, if it was opened before; asking costs nothing.
    package var openedStore: Store? {
        state.withLock { $0.inUse }
    }

    /// The settings of the store in use; `nil` when there is none.
    package var settings: StoreSettings? {
        try? store().settings
    }

    /// A number that changes with the store in use and with its settings, and that no others have
    /// had; `nil` before a store was opened.
    ///
    /// Asking costs nothing. Products with the same number have the same prices.
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

extension StoreConnection {
    /// Puts a store in use, until it is taken out of use or another one takes over.
    package func use(_ store: Store) {
        diagnostics.report(warningsOf: store)
        let others = change { chosen in
            chosen.removeAll { $0.store === store || !$0.isKept }
            defer { chosen.append(Choice(store: store)) }
            return chosen.count
        }
        guard others > 0 else { return }
        diagnostics.report(
            .warning,
            """
            A test session took over while an older one is still there: all purchases go to the \
            newer one. Tests that make sessions must not run at the same time; the trait \
            .exclusiveSession of StoreTesting makes suites take turns.
            """
        )
    }

    /// Says that nobody keeps a store any more: it goes as soon as another one is in use.
    package func letGo(of store: Store) {
        change { chosen in
            guard let index = chosen.firstIndex(where: { $0.store === store }) else { return }
            if index == chosen.indices.last {
                chosen[index].isKept = false
            } else {
                chosen.remove(at: index)
            }
        }
    }

    /// Takes a store out of use; the one that it took over from returns, else the environment's.
    package func stopUsing(_ store: Store) {
        change { $0.removeAll { $0.store === store } }
    }

    /// Takes out of use what came into use while `body` ran.
    package func withoutLeftovers<Result>(
        of body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        let before = state.withLock { $0.chosen.map(\.store) }
        defer {
            change { chosen in
                chosen.removeAll { choice in !before.contains { $0 === choice.store } }
            }
        }
        return try await body()
    }

    /// Calls `body` whenever another store comes into use, as long as the result is kept.
    func onChange(_ body: @escaping @Sendable () -> Void) -> Listening {
        let id = UUID()
        state.withLock { $0.listeners[id] = body }
        return Listening(id: id, connection: self)
    }

    /// Ends, when it is released, what ``onChange(_:)`` began.
    final class Listening: Sendable {
        private let id: UUID
        private let connection: StoreConnection

        fileprivate init(id: UUID, connection: StoreConnection) {
            self.id = id
            self.connection = connection
        }

        deinit {
            let listener = connection.state.withLock { $0.listeners.removeValue(forKey: id) }
            withExtendedLifetime(listener) {}
        }
    }

    /// How many wait for a change of the store in use.
    var listenerCount: Int {
        state.withLock { $0.listeners.count }
    }

    @discardableResult
    private func change<Result>(_ body: (inout [Choice]) -> Result) -> Result {
        // A store that is dropped goes when `before` does: not under the lock, because it may close
        // its file then, and own closures of a client.
        let (result, before, listeners) = state.withLock { state in
            let before = state.chosen
            let result = body(&state.chosen)
            let isSame = before.last?.store === state.chosen.last?.store
            return (result, before, isSame ? [] : Array(state.listeners.values))
        }
        withExtendedLifetime(before) {
            for listener in listeners {
                listener()
            }
        }
        return result
    }
}
