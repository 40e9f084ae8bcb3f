import Dispatch
import Foundation
import StoreLedger
import StoreModel

/// Notifies observers of a ledger's changes, in order, whichever process made them.
///
/// It queries the ledger for changes newer than the revision that it delivered last. The same query
/// finds the changes of this process and of others, so no change is missed or delivered twice.
final class ChangeNotifier: Sendable {
    private let ledger: Ledger
    private let prepare: @Sendable () -> Void
    private let state: Locked<State>
    private let queue = DispatchQueue(label: "LocalAppStore.changes")
    private let watcher: Locked<FileWatcher?> = Locked(nil)

    private struct State {
        var revision: Int64
        /// Whether a delivery is scheduled; it will include the changes until it runs.
        var isScheduled = false
        /// Whether another attempt to read the changes is scheduled.
        var isRetrying = false
        var observers: [UUID: Observer] = [:]
        var watchers: [UUID: @Sendable (Int64) -> Void] = [:]
    }

    /// The delay before changes that could not be read are read again.
    private static let retryInterval = DispatchTimeInterval.milliseconds(500)

    private struct Observer {
        let customerID: Customer.ID
        let fail: @Sendable (StoreError) -> Void
        let body: @Sendable (StoreChange) -> Void
    }

    /// Starts with the changes after the current revision; `prepare` is called with every change,
    /// before the observers, on the same queue.
    init(
        _ ledger: Ledger,
        prepare: @escaping @Sendable () -> Void = {}
    ) throws(StoreError) {
        self.ledger = ledger
        self.prepare = prepare
        state = Locked(State(revision: try ledger.read { try $0.revision() }))
        let fileWatcher = FileWatcher(ledger) { [weak self] in self?.scheduleDelivery() }
        watcher.withLock { $0 = fileWatcher }
    }

    /// Calls `body` with the changes that concern a customer, and `onFailure` if they cannot be
    /// read.
    func observe(
        for customerID: Customer.ID,
        onFailure: @escaping @Sendable (StoreError) -> Void,
        _ body: @escaping @Sendable (StoreChange) -> Void
    ) -> StoreObservation {
        let id = UUID()
        let observer = Observer(customerID: customerID, fail: onFailure, body: body)
        state.withLock { $0.observers[id] = observer }
        return StoreObservation { [weak self] in
            // The observer is released after the lock is, because its deinit may call the store.
            withExtendedLifetime(self?.state.withLock { $0.observers.removeValue(forKey: id) }) {}
        }
    }

    /// Calls `body` with the last known revision when anything has changed, of whichever customer.
    func watch(_ body: @escaping @Sendable (Int64) -> Void) -> StoreObservation {
        let id = UUID()
        state.withLock { $0.watchers[id] = body }
        return StoreObservation { [weak self] in
            withExtendedLifetime(self?.state.withLock { $0.watchers.removeValue(forKey: id) }) {}
        }
    }

    /// Delivers a change of this process; without observers the ledger is not queried, unless
    /// another process may have changed it before.
    func notify(of revision: Int64) {
        let isDelivered = state.withLock { state in
            guard state.observers.isEmpty, state.watchers.isEmpty, revision == state.revision + 1
            else { return false }
            state.revision = revision
            return true
        }
        if !isDelivered { scheduleDelivery() }
    }

    /// Calls `body` on the queue, after the observers were notified of all earlier changes of this
    /// process.
    func afterNotifying(_ body: @escaping @Sendable () -> Void) {
        // Another thread may have committed a change that it has yet to notify of.
        queue.async { [weak self] in
            self?.deliver()
            body()
        }
    }

    /// Delivers changes that are not in the ledger, such as the progress of downloads.
    func deliver(_ change: StoreChange) {
        guard !change.isEmpty else { return }
        queue.async { [state] in
            for observer in state.withLock({ Array($0.observers.values) }) {
                observer.body(change)
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
        let (known, customers) = state.withLock { state in
            state.isScheduled = false
            return (state.revision, Set(state.observers.values.map(\.customerID)))
        }
        let (changes, revision): ([Customer.ID: StoreChange], Int64)
        do throws(StoreError) {
            (changes, revision) = try self.changes(since: known, for: customers)
        } catch {
            return fail(with: error)
        }
        let observers = state.withLock { state -> [Observer]? in
            let observers = Array(state.observers.values)
            // An observer that was added in the meantime needs a change that was not queried.
            guard customers.isSuperset(of: observers.map(\.customerID)) else { return nil }
            state.revision = max(state.revision, revision)
            return observers
        }
        guard let observers else { return scheduleDelivery() }
        guard revision > known else { return }
        prepare()
        for watcher in state.withLock({ Array($0.watchers.values) }) {
            watcher(known)
        }
        for observer in observers {
            guard let change = changes[observer.customerID], !change.isEmpty else { continue }
            observer.body(change)
        }
    }

    /// Reports an error that no call throws.
    func report(_ error: StoreError) {
        queue.async { [state] in
            for observer in state.withLock({ Array($0.observers.values) }) {
                observer.fail(error)
            }
        }
    }

    /// Reports that the changes cannot be read, and delivers them later: with the next change, or
    /// soon if the error may pass.
    private func fail(with error: StoreError) {
        report(error)
        guard error.mayPass, !state.withLock({ $0.observers.isEmpty }) else { return }
        let isFirst = state.withLock { state in
            defer { state.isRetrying = true }
            return !state.isRetrying
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + Self.retryInterval) { [weak self] in
            self?.state.withLock { $0.isRetrying = false }
            self?.deliver()
        }
    }

    /// The changes since a revision that concern some customers, and the current revision.
    private func changes(
        since revision: Int64,
        for customers: Set<Customer.ID>
    ) throws(StoreError) -> ([Customer.ID: StoreChange], Int64) {
        try ledger.read { reader in
            let present = try reader.revision()
            guard present > revision else { return ([:], present) }
            let changes = try customers.map { customerID in
                let reader = reader.acting(for: customerID)
                return (customerID, try reader.change(since: revision))
            }
            return (Dictionary(uniqueKeysWithValues: changes), present)
        }
    }
}

/// Observes changes of a ledger's file by other processes.
///
/// SQLite counts other connections' commits in `data_version`. Reading it needs no disk access, so
/// it is polled ten times a second, and other processes' changes are delivered within 250 ms. The
/// poll may block until the ledger is free. Therefore it runs on a queue of its own and not on the
/// threads of Swift's tasks.
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

extension Store {
    /// Calls `body` with the changes of all customers, on a queue of the store, until the returned
    /// observation is cancelled or released.
    ///
    /// A change that is made while an earlier one is read may be delivered twice.
    package func observeAllCustomers(
        _ body: @escaping @Sendable (LedgerChange) -> Void
    ) -> StoreObservation {
        let missed = Locked<Int64?>(nil)
        return observeLedger { [weak core] revision in
            // Reads the changes that could not be read before.
            let start = missed.withLock { $0 } ?? revision
            let change = try? core?.ledger.read { try $0.ledgerChange(since: start) }
            missed.withLock { $0 = change == nil ? start : nil }
            if let change, !change.isEmpty { body(change) }
        }
    }
}
