import Dispatch
import Foundation

/// Tells observers what changed in a ledger, in order, whichever process changed it.
///
/// It asks the ledger for what is newer than the last revision it announced. That one question
/// serves the changes of this process and those of others, and a change can be neither missed nor
/// announced twice.
final class ChangeAnnouncer: Sendable {
    private let ledger: Ledger
    private let prepare: @Sendable () -> Void
    private let state: Locked<State>
    private let queue = DispatchQueue(label: "LocalAppStore.changes")
    private let watcher: Locked<FileWatcher?> = Locked(nil)

    private struct State {
        var revision: Int64
        /// Whether an announcement waits for its turn; it will tell what changes until then, too.
        var isWaiting = false
        var observers: [UUID: @Sendable (StoreChange) -> Void] = [:]
    }

    /// Tells of what changes from now on; `prepare` is called before observers are, on the same
    /// queue.
    init(
        _ ledger: Ledger,
        prepare: @escaping @Sendable () -> Void = {}
    ) throws(Store.Error) {
        self.ledger = ledger
        self.prepare = prepare
        state = Locked(State(revision: try ledger.read { try $0.revision() }))
        let fileWatcher = FileWatcher(ledger) { [weak self] in self?.announce() }
        watcher.withLock { $0 = fileWatcher }
    }

    func observe(_ body: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
        let id = UUID()
        state.withLock { $0.observers[id] = body }
        return StoreObservation { [weak self] in
            // What the observer holds may call the store when it is released, which must not happen
            // under the lock.
            withExtendedLifetime(self?.state.withLock { $0.observers.removeValue(forKey: id) }) {}
        }
    }

    /// Announces a change of this process; without observers there is nothing to ask the ledger.
    func announce(_ revision: Int64) {
        let isObserved = state.withLock { state in
            if state.observers.isEmpty { state.revision = max(state.revision, revision) }
            return !state.observers.isEmpty
        }
        if isObserved { announce() }
    }

    /// Announces, soon and on the queue, all that is new.
    private func announce() {
        let isFirst = state.withLock { state in
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        if isFirst { queue.async { [weak self] in self?.announceNews() } }
    }

    private func announceNews() {
        let (known, isObserved) = state.withLock { state in
            state.isWaiting = false
            return (state.revision, !state.observers.isEmpty)
        }
        guard let (change, revision) = news(since: known, isObserved: isObserved) else { return }
        let observers = state.withLock { state -> [@Sendable (StoreChange) -> Void]? in
            // Who came while the ledger was read may miss a change that nobody had asked for.
            guard isObserved || state.observers.isEmpty else { return nil }
            state.revision = max(state.revision, revision)
            return Array(state.observers.values)
        }
        guard let observers else { return announce() }
        guard !change.isEmpty, !observers.isEmpty else { return }
        prepare()
        for observer in observers {
            observer(change)
        }
    }

    /// What is new; `nil` when the ledger cannot be read now, which the next announcement makes
    /// good.
    private func news(since revision: Int64, isObserved: Bool) -> (StoreChange, Int64)? {
        try? ledger.read { reader in
            let present = try reader.revision()
            guard isObserved, present > revision else { return (StoreChange(), present) }
            return (try reader.change(since: revision), present)
        }
    }
}
