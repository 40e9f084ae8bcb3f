package import Dispatch

/// A serial queue of StoreKit's own, which cannot wait for itself.
///
/// A client's `deinit` runs wherever the last reference to its object is released, and may call
/// StoreKit there. So waiting on the queue itself runs the work immediately instead of deadlocking.
package struct InternalQueue: Sendable {
    private static let current = DispatchSpecificKey<ObjectIdentifier>()
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: Self.current, value: ObjectIdentifier(queue))
    }

    /// Whether the present code runs on the queue.
    package var isCurrent: Bool {
        DispatchQueue.getSpecific(key: Self.current) == ObjectIdentifier(queue)
    }

    /// Runs `body` later.
    package func async(execute body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs `body` after an interval.
    package func async(
        after interval: DispatchTimeInterval,
        execute body: @escaping @Sendable () -> Void
    ) {
        queue.asyncAfter(deadline: .now() + interval, execute: body)
    }

    /// Runs `body` after the work queued before, or immediately on the queue itself, and returns
    /// its result.
    package func sync<Result>(execute body: () throws -> Result) rethrows -> Result {
        isCurrent ? try body() : try queue.sync(execute: body)
    }
}
