import Foundation
import SwiftyStoreKit

/// Turns of a callback queue that run when the test says so.
// Unchecked because every access to `blocks` holds `lock`.
final class Turns: @unchecked Sendable {
    private let lock = NSLock()
    private var blocks: [@Sendable () -> Void] = []

    var waiting: Int { lock.withLock { blocks.count } }

    func makeQueue() -> CallbackQueue {
        CallbackQueue { [self] block in add(block) }
    }

    func add(_ block: @escaping @Sendable () -> Void) {
        lock.withLock { blocks.append(block) }
    }

    /// Runs the turns that wait now, and not those that they ask for.
    func runWaiting() {
        let waiting = lock.withLock {
            defer { blocks = [] }
            return blocks
        }
        waiting.forEach { $0() }
    }

    /// Runs turns until none waits.
    func run() {
        while waiting > 0 { runWaiting() }
    }
}

/// Turns of a callback queue that run on a thread of their own while the test goes on.
// Unchecked because every access to `waiting` holds `lock`.
final class SerialTurns: @unchecked Sendable {
    private let queue = DispatchQueue(label: "callbacks")
    private let lock = NSLock()
    private var waiting = 0

    func makeQueue() -> CallbackQueue {
        CallbackQueue { [self] block in
            count(1)
            queue.async { [self] in
                block()
                count(-1)
            }
        }
    }

    /// Returns when no turn waits and none runs.
    func drain() {
        while lock.withLock({ waiting }) > 0 { queue.sync {} }
    }

    private func count(_ change: Int) {
        lock.withLock { waiting += change }
    }
}

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
