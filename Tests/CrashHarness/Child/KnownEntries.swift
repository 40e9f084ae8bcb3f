import Dispatch
import LocalAppStore
import TestSupport

/// The entries that the threads of a child know, so that each can use those of another.
final class KnownEntries: Sendable {
    private let state: Locked<State>

    private struct State {
        var intents: [PaymentIntent]
        var deferred: [Int64] = []
        var purchased: [Int64] = []
        var interrupted: [Int64] = []
        var unfinished: [Int64] = []
    }

    /// Starts with the payments of earlier launches.
    init(intents: [PaymentIntent]) {
        state = Locked(State(intents: intents))
    }

    func add(_ intent: PaymentIntent) {
        state.withLock { $0.intents.append(intent) }
    }

    func add(_ entry: LedgerEntry) {
        if entry.hasIssue { state.withLock { $0.interrupted.append(entry.id) } }
        add(entry.id, entry.state)
    }

    func add(_ id: Int64, _ entryState: LedgerEntry.State) {
        state.withLock { state in
            switch entryState {
            case .deferred: return state.deferred.append(id)
            case .purchased: state.purchased.append(id)
            case .failed, .restored, .scheduled: break
            }
            state.unfinished.append(id)
        }
    }

    func someIntent(_ random: inout SplitMix64) -> PaymentIntent? {
        state.withLock { $0.intents.randomElement(using: &random) }
    }

    func takeDeferred(_ random: inout SplitMix64) -> Int64? {
        state.withLock { $0.deferred.takeRandom(&random) }
    }

    func takePurchased(_ random: inout SplitMix64) -> Int64? {
        state.withLock { $0.purchased.takeRandom(&random) }
    }

    func takeInterrupted(_ random: inout SplitMix64) -> Int64? {
        state.withLock { $0.interrupted.takeRandom(&random) }
    }

    func takeUnfinished(_ count: Int, _ random: inout SplitMix64) -> [Int64] {
        state.withLock { state in
            (0..<count).compactMap { _ in state.unfinished.takeRandom(&random) }
        }
    }
}

extension Array {
    fileprivate mutating func takeRandom(_ random: inout SplitMix64) -> Element? {
        guard let index = indices.randomElement(using: &random) else { return nil }
        swapAt(index, count - 1)
        return removeLast()
    }
}

/// Limits the number of payments that the queue has not reported yet.
final class PaymentLimiter: Sendable {
    private let open: Locked<Set<String>> = Locked([])
    private let free: DispatchSemaphore
    private let size: Int

    init(size: Int) {
        self.size = size
        // A semaphore must not be released with a lower value than its initial one, hence the 0.
        free = DispatchSemaphore(value: 0)
        for _ in 0..<size {
            free.signal()
        }
    }

    /// Waits until another payment can be added.
    func enter(_ name: String) {
        free.wait()
        open.withLock { _ = $0.insert(name) }
    }

    /// Waits until the queue has reported every payment; no payment can be added after that.
    func waitForAll() {
        for _ in 0..<size {
            free.wait()
        }
    }

    func leave(_ name: String) {
        if open.withLock({ $0.remove(name) }) != nil { free.signal() }
    }
}
