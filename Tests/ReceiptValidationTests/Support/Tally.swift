import Foundation

/// Counts calls from any thread.
// Unchecked because every access to `calls` holds `lock`.
final class Tally: @unchecked Sendable {
    private let lock = NSLock()
    private var calls = 0

    var count: Int { lock.withLock { calls } }

    func add() {
        lock.withLock { calls += 1 }
    }
}
