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
    /// Runs a block in a later turn; no callback waits for it.
    let runLater: @Sendable (@escaping Block) -> Void

    /// Creates a queue that runs its callbacks with `execute`, which must be serial and
    /// asynchronous; `isCurrent` returns whether the current code runs there, outside of any call.
    package init(
        isCurrent: @escaping @Sendable () -> Bool = { false },
        execute: @escaping @Sendable (@escaping Block) -> Void
    ) {
        self.isCurrent = isCurrent
        runLater = execute
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
        for _ in 0..<pending.withLock({ $0.count }) { runNext() }
    }

    /// Appends `block` and schedules it.
    func enqueue(_ block: @escaping Block) {
        append([block])
        schedule(1)
    }

    /// Settles the order of `blocks` without running anything; `schedule` must follow.
    func append(_ blocks: [Block]) {
        pending.withLock { $0.incoming += blocks }
    }

    /// Schedules the `count` oldest appended blocks, each for itself.
    func schedule(_ count: Int) {
        for _ in 0..<count { runLater { [self] in runNext() } }
    }

    private func runNext() {
        pending.withLock { $0.popFirst() }?()
    }
}

/// Blocks, first in, first out; each is moved once from one stack to the other.
private struct PendingBlocks: Sendable {
    var incoming: [CallbackQueue.Block] = []
    private var outgoing: [CallbackQueue.Block] = []

    var count: Int { incoming.count + outgoing.count }

    mutating func popFirst() -> CallbackQueue.Block? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming = []
        }
        return outgoing.popLast()
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
