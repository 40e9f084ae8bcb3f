import Dispatch
import Foundation

/// Notices when another process has changed a ledger's file.
///
/// SQLite counts other connections' commits in `data_version`; reading it costs no disk access, so asking ten times a
/// second keeps every process within 250 ms of the others.
final class FileWatcher: Sendable {
    static let interval = DispatchTimeInterval.milliseconds(100)

    private let ledger: Ledger
    private let timer: Locked<(any DispatchSourceTimer)?> = Locked(nil)
    private let lastVersion: Locked<Int?> = Locked(nil)

    /// Watches a file; a ledger in memory has no other users.
    init?(_ ledger: Ledger) {
        guard case .file = ledger.location else { return nil }
        self.ledger = ledger
    }

    deinit {
        timer.value?.cancel()
    }

    func start(_ whenChanged: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        source.schedule(deadline: .now(), repeating: Self.interval, leeway: .milliseconds(20))
        source.setEventHandler { [weak self] in
            if self?.hasChanged() == true { whenChanged() }
        }
        timer.withValue { $0 = source }
        source.resume()
    }

    private func hasChanged() -> Bool {
        guard let version = try? ledger.dataVersion() else { return false }
        return lastVersion.withValue { last in
            defer { last = version }
            return last != version
        }
    }
}
