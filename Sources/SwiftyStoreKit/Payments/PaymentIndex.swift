/// Payments in the order in which they were queued, by what their transactions look like.
struct PaymentIndex: Sendable {
    private var queues: [PaymentKey: FIFO<QueuedPayment.ID>] = [:]

    mutating func append(_ id: QueuedPayment.ID, key: PaymentKey) {
        queues[key, default: FIFO()].append(id)
    }

    mutating func remove(_ id: QueuedPayment.ID, key: PaymentKey) {
        _ = take(key) { $0 == id }
    }

    /// Removes and returns the oldest payment of `key` that satisfies `condition`.
    mutating func take(
        _ key: PaymentKey,
        where condition: (QueuedPayment.ID) -> Bool
    ) -> QueuedPayment.ID? {
        let id = queues[key]?.removeFirst(where: condition)
        if queues[key]?.isEmpty == true { queues[key] = nil }
        return id
    }
}
