import Foundation
import Synchronization

/// Sent and acknowledged documents, and problems.
final class DeliveryLog: Sendable {
    struct State: Sendable {
        /// The documents whose first request has begun.
        var begun: Set<UUID> = []
        var acknowledged: [UUID: SignedDocument] = [:]
        /// The number of acknowledgements, including repeated ones.
        var acknowledgements = 0
        /// The number of attempts without an acknowledgement.
        var failures = 0
        /// The number of responses with each status; 0 is a missing response.
        var statuses: [Int: Int] = [:]
        /// The watched customers, by the progress of sending their purchase or refund.
        var refundsBegun: Set<UUID> = []
        var refunded: Set<UUID> = []
        var bought: Set<UUID> = []
        var problems: [String] = []
        var counts: [String: Int] = [:]
        var times: [String: [Duration]] = [:]
        /// Whether documents are being sent.
        var isLoading = false
    }

    private let state = Mutex(State())

    func read<Value: Sendable>(_ body: (State) -> sending Value) -> Value {
        state.withLock { body($0) }
    }

    /// Records a problem.
    func problem(_ text: String) {
        state.withLock { state in
            // One cause has many effects.
            if state.problems.count < 40 { state.problems.append(text) }
        }
    }

    func setLoading(_ isLoading: Bool) { state.withLock { $0.isLoading = isLoading } }

    func count(_ name: String, _ number: Int = 1) {
        state.withLock { $0.counts[name, default: 0] += number }
    }

    func time(_ name: String, _ duration: Duration) {
        state.withLock { $0.times[name, default: []].append(duration) }
    }

    /// Records that a document is sent; returns whether it was already acknowledged.
    func begin(_ document: SignedDocument) -> Bool {
        state.withLock { state in
            state.begun.insert(document.id)
            if case .revokes(let customer) = document.promise {
                state.refundsBegun.insert(customer)
            }
            return state.acknowledged[document.id] != nil
        }
    }

    func acknowledge(_ document: SignedDocument) {
        state.withLock { state in
            state.acknowledged[document.id] = document
            state.acknowledgements += 1
            state.statuses[200, default: 0] += 1
            switch document.promise {
            case .grants(let customer): state.bought.insert(customer)
            case .revokes(let customer): state.refunded.insert(customer)
            case nil: break
            }
        }
    }

    /// Records a status other than an acknowledgement; 0 is a missing response.
    func fail(_ status: Int) {
        state.withLock { state in
            state.failures += 1
            state.statuses[status, default: 0] += 1
        }
    }

    /// Waits until a condition holds, and records a problem if this takes too long.
    ///
    /// - Returns: Whether the condition holds.
    @discardableResult
    func wait(
        for name: String,
        within limit: Duration = .seconds(60),
        until condition: @Sendable (State) async -> Bool
    ) async -> Bool {
        let end = ContinuousClock.now + limit
        while !(await condition(state.withLock { $0 })) {
            guard ContinuousClock.now < end else {
                problem("after \(limit): not \(name)")
                return false
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
