import LocalAppStore

/// What the threads of a child know of the ledger, so that each can go on with what another began.
final class KnownEntries: Sendable {
    private let state: Locked<State>

    private struct State {
        var intents: [PaymentIntent]
        var deferred: [Int64] = []
        var purchased: [Int64] = []
        var unfinished: [Int64] = []
    }

    /// Begins with payments of earlier launches.
    init(intents: [PaymentIntent]) {
        state = Locked(State(intents: intents))
    }

    func learn(_ intent: PaymentIntent) {
        state.withLock { $0.intents.append(intent) }
    }

    func learn(_ id: Int64, _ entryState: LedgerEntry.State) {
        state.withLock { state in
            switch entryState {
            case .deferred: return state.deferred.append(id)
            case .purchased: state.purchased.append(id)
            case .failed, .restored: break
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
