import Foundation
import SwiftyStoreKit

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
