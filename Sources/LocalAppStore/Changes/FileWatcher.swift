/// Notices when another process has changed a ledger's file.
///
/// SQLite counts other connections' commits in `data_version`; reading it costs no disk access, so asking ten times a
/// second keeps every process within 250 ms of the others.
final class FileWatcher: Sendable {
    static let interval = Duration.milliseconds(100)

    private let task: Task<Void, Never>

    /// Watches a file from now on; a ledger in memory has no other users.
    init?(_ ledger: Ledger, whenChanged: @escaping @Sendable () -> Void) {
        guard case .file = ledger.location else { return nil }
        // The ledger is held only while it is asked, so that a store that nobody uses closes its file.
        task = Task.detached(priority: .utility) { [weak ledger] in
            var last: Int?
            while !Task.isCancelled, ledger != nil {
                let version = try? ledger?.dataVersion()
                if let version, version != last { whenChanged() }
                last = version ?? last
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    deinit {
        task.cancel()
    }
}
