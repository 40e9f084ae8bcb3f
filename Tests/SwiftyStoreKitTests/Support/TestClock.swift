import Foundation

/// A clock that a test sets.
// Unchecked because every access to `date` holds `lock`.
final class TestClock: @unchecked Sendable {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private let lock = NSLock()
    private var date = TestClock.start

    var now: Date { lock.withLock { date } }

    func advance(_ seconds: TimeInterval) {
        lock.withLock { date += seconds }
    }
}
