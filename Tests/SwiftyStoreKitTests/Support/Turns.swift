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
