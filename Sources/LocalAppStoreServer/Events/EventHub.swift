import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// Sends the events of a store to all listeners; before the first one it observes nothing.
final class EventHub: Sendable {
    private let store: Store
    private let heartbeat: TimeInterval
    private let state = Locked(State())

    private struct State {
        var streams: [UUID: EventStream] = [:]
        var isObserving = false
        var isEnded = false
        var observation: Observation?
    }

    private struct Observation {
        let changes: StoreObservation
        let time: StoreClock.Subscription
        let heartbeat: Task<Void, any Error>
    }

    /// Makes a hub that sends a comment every so many seconds, by which lost connections are found.
    init(_ store: Store, heartbeat: TimeInterval) {
        self.store = store
        self.heartbeat = heartbeat
    }

    var count: Int { state.withLock { $0.streams.count } }

    /// Begins a stream of the events from now on.
    func open() -> EventStream {
        let id = UUID()
        let stream = EventStream { [weak self] in self?.remove(id) }
        // The client asks again after a second, for instance when the server was started again.
        stream.send(Data("retry: 1000\n\n".utf8))
        let isFirst = state.withLock { state in
            state.streams[id] = stream
            defer { state.isObserving = true }
            return !state.isObserving
        }
        if isFirst { observe() }
        return stream
    }

    /// Ends all streams, and observes nothing any more.
    func end() {
        let (streams, observation) = state.withLock { state in
            state.isEnded = true
            defer { state.observation = nil }
            return (state.streams.values, state.observation)
        }
        for stream in streams { stream.finish() }
        observation?.heartbeat.cancel()
    }

    private func remove(_ id: UUID) {
        // The stream is released after the lock.
        withExtendedLifetime(state.withLock { $0.streams.removeValue(forKey: id) }) {}
    }

    private func observe() {
        let heartbeat = heartbeat
        let observation = Observation(
            changes: store.observeAllCustomers { [weak self] in self?.send($0) },
            time: store.clock.onAdvance { [weak self] in self?.sendTime() },
            heartbeat: Task { [weak self] in
                while true {
                    try await Task.sleep(seconds: heartbeat)
                    self?.send(Data(":\n\n".utf8))
                }
            }
        )
        let isKept = state.withLock { state in
            if !state.isEnded { state.observation = observation }
            return !state.isEnded
        }
        if !isKept { observation.heartbeat.cancel() }
    }
}

// Events.
extension EventHub {
    private func send(_ change: LedgerChange) {
        for purchases in change.purchases { send("change", purchases.event) }
        for identifier in change.notifications {
            send("notification", .object(["identifier": .identifier(identifier)]))
        }
        if change.hasNewSettings { send("settings", .object([:])) }
    }

    private func sendTime() {
        send("time", .object(["now": .date(store.clock.now)]))
    }

    private func send(_ name: String, _ value: JSONValue) {
        // JSON has no line ends outside of strings, and escapes those inside.
        let data = String(decoding: value.bytes, as: UTF8.self)
        send(Data("event: \(name)\ndata: \(data)\n\n".utf8))
    }

    private func send(_ piece: Data) {
        // A stream that ends calls the hub, so it is not called under the lock.
        for stream in state.withLock({ Array($0.streams.values) }) { stream.send(piece) }
    }
}

extension LedgerChange.Purchases {
    /// The greatest number of transactions and of subscriptions in one event.
    private static let limit = 1000

    /// The event; with more changes than it can contain, it reports that everything may be
    /// different.
    var event: JSONValue {
        let isTooLong = max(entryIDs.count, subscriptionIDs.count) > Self.limit
        return .object([
            "customerID": .number(customerID),
            "transactions": .array(isTooLong ? [] : entryIDs.map { .number($0) }),
            "subscriptions": .array(isTooLong ? [] : subscriptionIDs.map { .number($0) }),
            "cleared": .bool(isCleared || isTooLong),
        ])
    }
}
