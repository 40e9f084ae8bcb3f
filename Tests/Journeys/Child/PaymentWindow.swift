import Dispatch
import LocalAppStore

/// Lets a few payments at a time into the queue; the next comes in when the observer has heard of
/// one.
final class PaymentWindow: Sendable {
    private let open: Locked<Set<String>> = Locked([])
    private let free: DispatchSemaphore
    private let size: Int

    init(size: Int) {
        self.size = size
        // Made empty, because it must not end with fewer places than it began with.
        free = DispatchSemaphore(value: 0)
        for _ in 0..<size {
            free.signal()
        }
    }

    /// Waits for a free place.
    func enter(_ name: String) {
        free.wait()
        open.withLock { _ = $0.insert(name) }
    }

    /// Waits until the observer has heard of every payment that was let in, and lets none in after
    /// that.
    func closeForGood() {
        for _ in 0..<size {
            free.wait()
        }
    }

    func close(_ name: String) {
        if open.withLock({ $0.remove(name) }) != nil { free.signal() }
    }
}
