// Only virtual time waits like this.
#if !canImport(Darwin)
import Dispatch
import Foundation
import LocalAppStore
import StoreKit

/// Blocks a thread while the main queue runs.
enum MainQueueWait {
    /// Calls `begin`, and returns when the closure that it receives was called.
    ///
    /// - Returns: `false`, without a call, in code that the main queue runs: as long as that does
    ///   not return, the main queue delivers nothing.
    static func run(_ begin: (_ resume: @escaping @Sendable () -> Void) -> Void) -> Bool {
        guard !blocksMainQueue else {
            StoreScope.current.diagnostics.report(
                .warning,
                """
                A test waited in a callback on the main queue, where nothing can be delivered \
                before the callback ends. Wait outside of it, or use the form with await.
                """
            )
            return false
        }
        if Thread.isMainThread { runMainQueue(begin) } else { block(begin) }
        return true
    }

    /// Whether nothing on the main queue runs before the calling code returns.
    ///
    /// On the main thread, a running run loop may have called this from the main queue, and doesn't
    /// serve the queue again until this returns. On other threads, the queue itself reports it.
    private static var blocksMainQueue: Bool {
        if Thread.isMainThread { return RunLoop.current.currentMode != nil }
        _ = isMarked
        return DispatchQueue.getSpecific(key: mark) != nil
    }

    private static let mark = DispatchSpecificKey<Bool>()
    private static let isMarked: Void = DispatchQueue.main.setSpecific(key: mark, value: true)

    private static func runMainQueue(
        _ begin: (_ resume: @escaping @Sendable () -> Void) -> Void
    ) {
        let isDone = Locked(false)
        begin {
            // On the main queue, so that the run loop wakes up.
            DispatchQueue.main.async { isDone.withLock { $0 = true } }
        }
        while !isDone.withLock({ $0 }) {
            _ = RunLoop.current.run(mode: .default, before: .distantFuture)
        }
    }

    private static func block(_ begin: (_ resume: @escaping @Sendable () -> Void) -> Void) {
        let end = DispatchSemaphore(value: 0)
        begin { end.signal() }
        end.wait()
    }
}
#endif
