import Dispatch

/// Notices when another process has changed a ledger's file.
///
/// SQLite counts other connections' commits in `data_version`; reading it costs no disk access, so
/// asking ten times a second keeps every process within 250 ms of the others. It may have to wait
/// for the ledger, which it does on a queue of its own: on a thread of Swift's tasks it would keep
/// all tasks of the process waiting.
final class FileWatcher: @unchecked Sendable {
    // Unchecked because Dispatch does not mark its timers, which any thread may cancel.
    private let timer: any DispatchSourceTimer

    /// Watches a file from now on, and calls on a queue of its own; a ledger in memory has no other
    /// users.
    init?(_ ledger: Ledger, whenChanged: @escaping @Sendable () -> Void) {
        guard case .file = ledger.location else { return nil }
        let queue = DispatchQueue(label: "LocalAppStore.watcher", qos: .utility)
        timer = DispatchSource.makeTimerSource(queue: queue)
        let known = Locked<Int?>(nil)
        // The ledger is held only while it is asked, so that a store that nobody uses closes its
        // file.
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
