import Foundation
package import LocalAppStore

/// Which store this process talks to.
///
/// A test session puts its own in use, over those that are in use already; otherwise it is the one that the environment
/// names, opened when first needed.
package final class StoreConnection: Sendable {
    /// The connection of `SKPaymentQueue.default()` and of every request.
    package static let shared = StoreConnection()

    private let state: Locked<State>

    private struct State {
        var chosen: [Store] = []
        var environment: Store?
        var listeners: [UUID: @Sendable () -> Void] = [:]
    }

    private init() {
        state = Locked(State())
    }

    /// Makes a connection to one store for good.
    package init(store: Store) {
        state = Locked(State(chosen: [store]))
    }

    /// The store in use, opened if need be.
    ///
    /// A failure is not kept: the next call tries again.
    package func store() throws -> Store {
        // Opening happens under the lock, so that two threads cannot open the same file twice; it calls nobody.
        try state.withLock { state in
            if let store = state.chosen.last ?? state.environment { return store }
            let store = try EnvironmentStore().open()
            StoreDiagnostics.shared.report(warningsOf: store)
            state.environment = store
            return store
        }
    }

    /// The store in use, if it was opened before; asking costs nothing.
    var openedStore: Store? {
        state.withLock { $0.chosen.last ?? $0.environment }
    }

    /// The settings of the store in use; `nil` when there is none.
    package var settings: StoreSettings? {
        try? store().settings
    }

    /// How the environment wants purchases to be confirmed.
    package static var environmentConfirmationPolicy: ConfirmationPolicy {
        get throws { try EnvironmentStore().confirmationPolicy }
    }

    /// The app that the environment wants receipts for.
    package static var environmentApp: StoreApp {
        get throws { try EnvironmentStore().app }
    }

    /// Puts a store in use, until it is taken out of use or another one takes over.
    package func use(_ store: Store) {
        StoreDiagnostics.shared.report(warningsOf: store)
        change { $0.append(store) }
    }

    /// Takes a store out of use; the one that it took over from returns, else the environment's.
    package func stopUsing(_ store: Store) {
        change { $0.removeAll { $0 === store } }
    }

    /// Calls `body` whenever another store comes into use.
    func onChange(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.listeners[UUID()] = body }
    }

    private func change(_ body: (inout [Store]) -> Void) {
        let listeners = state.withLock { state -> [@Sendable () -> Void] in
            let before = state.chosen.last
            body(&state.chosen)
            return before === state.chosen.last ? [] : Array(state.listeners.values)
        }
        for listener in listeners {
            listener()
        }
    }
}
