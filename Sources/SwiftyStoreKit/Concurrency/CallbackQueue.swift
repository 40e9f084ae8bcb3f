import Foundation

/// Runs callbacks one after the other, in the order in which they were appended.
///
/// Appending and scheduling are two steps: the order is settled while a state is locked, and
/// nothing runs until it is unlocked.
package final class CallbackQueue: Sendable {
    package typealias Block = @Sendable () -> Void

    /// Runs every callback asynchronously on the main queue.
    package static let main = CallbackQueue(isCurrent: isMainQueue) {
        DispatchQueue.main.async(execute: $0)
    }

    private let pending = Locked(PendingBlocks())
    private let isCurrent: @Sendable () -> Bool
    private let execute: @Sendable (@escaping Block) -> Void

    /// Creates a queue that runs its callbacks with `execute`, which must be serial and
    /// asynchronous; `isCurrent` returns whether the current code runs there, outside of any call.
    package init(
        isCurrent: @escaping @Sendable () -> Bool = { false },
        execute: @escaping @Sendable (@escaping Block) -> Void
    ) {
        self.isCurrent = isCurrent
        self.execute = execute
    }

    /// Whether the current code runs on the main queue, whichever thread serves it.
    @Sendable static func isMainQueue() -> Bool {
        DispatchQueue.getSpecific(key: mainQueueKey) == true
    }

    private static let mainQueueKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Runs the waiting callbacks, in a turn in which StoreKit reports; elsewhere, they run later.
    ///
    /// A transaction and a download change right before StoreKit reports them. In a later turn they
    /// may have changed again.
    func runInPresentTurn() {
        guard isCurrent() else { return }
        for _ in 0..<pending.withLock({ $0.count }) {
            pending.withLock { $0.popFirst() }?()
        }
    }

    /// Runs `block` in a later turn; no callback waits for it.
    func runLater(_ block: @escaping Block) {
        execute(block)
    }

    /// Appends `block` and schedules it.
    func enqueue(_ block: @escaping Block) {
        append([block])
        schedule(1)
    }

    /// Settles the order of `blocks` without running anything; `schedule` must follow.
    func append(_ blocks: [Block]) {
        guard !blocks.isEmpty else { return }
        pending.withLock { $0.append(blocks) }
    }

    /// Schedules the `count` oldest appended blocks, each for itself.
    func schedule(_ count: Int) {
        for _ in 0..<count {
            execute { [self] in pending.withLock { $0.popFirst() }?() }
        }
    }
}

/// Blocks that are appended and popped in constant time, first in, first out.
private struct PendingBlocks: Sendable {
    private var blocks: [CallbackQueue.Block?] = []
    private var head = 0

    var count: Int { blocks.count - head }

    mutating func append(_ newBlocks: [CallbackQueue.Block]) {
        blocks += newBlocks
    }

    mutating func popFirst() -> CallbackQueue.Block? {
        guard head < blocks.count else { return nil }
        defer {
            blocks[head] = nil
            head += 1
            compact()
        }
        return blocks[head]
    }

    /// Removes the popped elements, once they are the greater part.
    private mutating func compact() {
        guard head > 32, head * 2 > blocks.count else { return }
        blocks.removeFirst(head)
        head = 0
    }
}

/// A client's closure on its way to the queue that calls it.
// Unchecked because the closure is handed over once and then called by its new owner alone.
package struct Callback<Value>: @unchecked Sendable {
    private let body: (Value) -> Void

    package init(_ body: @escaping (Value) -> Void) {
        self.body = body
    }

    package func callAsFunction(_ value: Value) {
        body(value)
    }
}
