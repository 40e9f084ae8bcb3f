import Dispatch
import Foundation

/// Notifies observers of a ledger's changes, in order, whichever process made them.
///
/// It queries the ledger for what is newer than the revision that it delivered last. The same query
/// finds the changes of this process and of others, so no change is missed or delivered twice.
final class ChangeNotifier: Sendable {
    private let ledger: Ledger
    private let prepare: @Sendable () -> Void
    private let state: Locked<State>
    private let queue = DispatchQueue(label: "LocalAppStore.changes")
    private let watcher: Locked<FileWatcher?> = Locked(nil)

    private struct State {
        var revision: Int64
        /// Whether a delivery is scheduled; it will include what changes until it runs.
        var isScheduled = false
        var observers: [UUID: @Sendable (StoreChange) -> Void] = [:]
    }

    /// Starts with the changes after the present revision; `prepare` is called before the
    /// observers, on the same queue.
    init(
        _ ledger: Ledger,
        prepare: @escaping @Sendable () -> Void = {}
    ) throws(Store.Error) {
        self.ledger = ledger
        self.prepare = prepare
        state = Locked(State(revision: try ledger.read { try $0.revision() }))
        let fileWatcher = FileWatcher(ledger) { [weak self] in self?.scheduleDelivery() }
        watcher.withLock { $0 = fileWatcher }
    }

    func observe(_ body: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
        let id = UUID()
        state.withLock { $0.observers[id] = body }
        return StoreObservation { [weak self] in
            // The observer is released after the lock is, because its deinit may call the store.
            withExtendedLifetime(self?.state.withLock { $0.observers.removeValue(forKey: id) }) {}
        }
    }

    /// Delivers a change of this process; without observers the ledger is not queried.
    func notify(of revision: Int64) {
        let isObserved = state.withLock { state in
            if state.observers.isEmpty { state.revision = max(state.revision, revision) }
            return !state.observers.isEmpty
        }
        if isObserved { scheduleDelivery() }
    }

    /// Calls `body` on the queue, after the observers were notified of all earlier changes of this
    /// process.
    func afterNotifying(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Delivers what is not in the ledger, such as the progress of downloads.
    func deliver(_ change: StoreChange) {
        guard !change.isEmpty else { return }
        queue.async { [state] in
            for observer in state.withLock({ Array($0.observers.values) }) {
                observer(change)
            }
        }
    }

    /// Delivers all new changes, on the queue.
    private func scheduleDelivery() {
        let isFirst = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { queue.async { [weak self] in self?.deliver() } }
    }

    private func deliver() {
        let (known, isObserved) = state.withLock { state in
            state.isScheduled = false
            return (state.revision, !state.observers.isEmpty)
        }
        guard let (change, revision) = change(since: known, isObserved: isObserved) else { return }
        let observers = state.withLock { state -> [@Sendable (StoreChange) -> Void]? in
            // An observer that was added in the meantime needs the change, which was not queried.
            guard isObserved || state.observers.isEmpty else { return nil }
            state.revision = max(state.revision, revision)
            return Array(state.observers.values)
        }
        guard let observers else { return scheduleDelivery() }
        guard !change.isEmpty, !observers.isEmpty else { return }
        prepare()
        for observer in observers {
            observer(change)
        }
    }

    /// The change since a revision, and the present revision.
    ///
    /// It is `nil` if the ledger cannot be read now; the next delivery includes the change then.
    private func change(since revision: Int64, isObserved: Bool) -> (StoreChange, Int64)? {
        try? ledger.read { reader in
            let present = try reader.revision()
            guard isObserved, present > revision else { return (StoreChange(), present) }
            return (try reader.change(since: revision), present)
        }
    }
}

/// Observes changes of a ledger's file by other processes.
///
/// SQLite counts other connections' commits in `data_version`. Reading it needs no disk access, so
/// it is polled ten times a second, and other processes' changes arrive within 250 ms. The poll may
/// block until the ledger is free. Therefore it runs on a queue of its own and not on the threads
/// of Swift's tasks.
final class FileWatcher: @unchecked Sendable {
    // Unchecked because Dispatch does not mark its timers, which any thread may cancel.
    private let timer: any DispatchSourceTimer

    /// Starts to observe the file; `nil` for a ledger in memory, which no other process can change.
    ///
    /// `whenChanged` is called on a queue of the watcher's own.
    init?(_ ledger: Ledger, whenChanged: @escaping @Sendable () -> Void) {
        guard case .file = ledger.location else { return nil }
        let queue = DispatchQueue(label: "LocalAppStore.watcher", qos: .utility)
        timer = DispatchSource.makeTimerSource(queue: queue)
        let known = Locked<Int?>(nil)
        // A weak reference, so that the file is closed when the store is released.
        timer.setEventHandler { [weak ledger] in
            guard let version = try? ledger?.dataVersion() else { return }
            let isNew = known.withLock { known in
                defer { known = version }
                return known != version
            }
            if isNew { whenChanged() }
        }
        timer.schedule(deadline: .now(), repeating: .milliseconds(100))
        timer.activate()
    }

    deinit {
        timer.cancel()
    }
}
