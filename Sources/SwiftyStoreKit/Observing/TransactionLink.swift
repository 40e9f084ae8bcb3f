import StoreKit

/// One of the three that a batch of transactions passes in turn: payments, restore, complete.
protocol TransactionLink {
    /// Takes what is its own and returns the rest in order.
    mutating func process(
        _ batch: [ObservedTransaction],
        in context: BatchContext,
        effects: inout Effects
    ) -> [ObservedTransaction]
}

/// What a link may know beyond its own state.
struct BatchContext {
    /// The transactions the queue holds; nil when nobody needs them.
    let held: Set<ObjectIdentifier>?
    let isRestoring: Bool
}
