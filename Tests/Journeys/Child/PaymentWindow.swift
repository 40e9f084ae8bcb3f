import Dispatch
import LocalAppStore

/// Lets a few payments at a time into the queue; the next comes in when the observer has heard of one.
final class PaymentWindow: Sendable {
    private let open: Locked<Set<String>> = Locked([])
    private let free: DispatchSemaphore

    init(size: Int) {
        free = DispatchSemaphore(value: size)
    }

    /// Waits for a free place.
    func enter(_ name: String) {
        free.wait()
        open.withLock { _ = $0.insert(name) }
    }

    func close(_ name: String) {
        if open.withLock({ $0.remove(name) }) != nil { free.signal() }
    }
}
