import Foundation

/// Runs callbacks one after the other, in the order in which they were decided.
///
/// Appending and scheduling are two steps, so that the order is settled while the state is locked
/// and nothing runs until it is unlocked.
package final class CallbackQueue: Sendable {
    package typealias Block = @Sendable () -> Void

    /// Runs every callback asynchronously on the main queue.
    package static let main = CallbackQueue { DispatchQueue.main.async(execute: $0) }

    private let waiting = Locked(FIFO<Block>())
    private let run: @Sendable (@escaping Block) -> Void

    /// Creates a queue whose turns are run by `run`, which must be serial and must not run them at
    /// once.
    package init(run: @escaping @Sendable (@escaping Block) -> Void) {
        self.run = run
    }

    /// Adds `block` and asks for a turn for it.
    func enqueue(_ block: @escaping Block) {
        append([block])
        schedule(1)
    }

    /// Settles the place of `blocks` without running anything; `schedule` must follow.
    func append(_ blocks: [Block]) {
        guard !blocks.isEmpty else { return }
        waiting.withLock { waiting in blocks.forEach { waiting.append($0) } }
    }

    /// Asks for one turn for each of `count` appended blocks.
    func schedule(_ count: Int) {
        for _ in 0..<count {
            run { [self] in waiting.withLock { $0.popFirst() }?() }
        }
    }
}
