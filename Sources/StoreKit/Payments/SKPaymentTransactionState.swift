/// Where a transaction stands.
@nonexhaustive
public enum SKPaymentTransactionState: Int, Sendable {
    /// The store is working on it; nothing to do yet, and not to be finished.
    case purchasing = 0

    /// The customer paid: unlock the product, then finish the transaction.
    case purchased = 1

    /// It came to nothing; the transaction's `error` says why. Finish it.
    case failed = 2

    /// The customer owns the product from an earlier purchase: unlock it, then finish the
    /// transaction.
    case restored = 3

    /// It waits for somebody else, such as a parent who must approve. Not to be finished.
    case deferred = 4
}
