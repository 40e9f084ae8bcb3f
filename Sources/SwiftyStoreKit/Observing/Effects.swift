import StoreKit

/// What a decision leads to once the state is unlocked.
struct Effects {
    /// A callback and the transactions that are finished after it has returned.
    struct Delivery: Sendable {
        var finishing: [SKPaymentTransaction] = []
        let callback: @Sendable () -> Void
    }

    private(set) var deliveries: [Delivery] = []
    private(set) var messages: [(LogLevel, String)] = []

    mutating func deliver(
        finishing: [SKPaymentTransaction] = [],
        _ callback: @escaping @Sendable () -> Void
    ) {
        deliveries.append(Delivery(finishing: finishing, callback: callback))
    }

    mutating func log(_ level: LogLevel, _ text: String) {
        messages.append((level, text))
    }
}
