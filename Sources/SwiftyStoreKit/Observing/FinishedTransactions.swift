import StoreKit

/// The transactions that were finished and that the queue may hold until it says that they are
/// gone.
struct FinishedTransactions: Sendable {
    private static let fewest = 64

    // Held strongly: an identity compares only while its object lives.
    private var transactions: [ObjectIdentifier: SKPaymentTransaction] = [:]
    private var limit = FinishedTransactions.fewest

    var ids: Set<ObjectIdentifier> { Set(transactions.keys) }

    /// Whether there are so many that it is time to ask the queue which of them it still holds.
    ///
    /// A queue of a client's own may never say that a transaction is gone.
    var isCrowded: Bool { transactions.count >= limit }

    mutating func insert(_ finished: [SKPaymentTransaction]) {
        for transaction in finished { transactions[ObjectIdentifier(transaction)] = transaction }
    }

    mutating func remove(_ ids: some Sequence<ObjectIdentifier>, effects: inout Effects) {
        for id in ids { effects.discard(transactions.removeValue(forKey: id)) }
        limit = max(Self.fewest, 2 * transactions.count)
    }
}
