import StoreKit

/// What a decision leads to once the state is unlocked.
struct Effects {
    /// A callback and the transactions that are finished after it has returned.
    struct Delivery: Sendable {
        var finishing: [ObservedTransaction] = []
        let callback: @Sendable () -> Void
    }

    private(set) var deliveries: [Delivery] = []
    private(set) var messages: [(LogLevel, String)] = []
    private var discarded: [any Sendable] = []

    mutating func deliver(
        finishing: [ObservedTransaction] = [],
        _ callback: @escaping @Sendable () -> Void
    ) {
        deliveries.append(Delivery(finishing: finishing, callback: callback))
    }

    mutating func log(_ level: LogLevel, _ text: String) {
        messages.append((level, text))
    }

    /// Keeps what the state no longer needs until the state is unlocked; it may own objects of a
    /// client.
    mutating func discard(_ value: some Sendable) {
        discarded.append(value)
    }
}
