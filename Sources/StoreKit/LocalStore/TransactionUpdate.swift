/// A transaction that observers are about to hear of, and what it will say from then on.
///
/// An object that the app has seen changes on the main queue, right before the observers are
/// called: until then it says what they were told last.
struct TransactionUpdate: Sendable {
    let transaction: SKPaymentTransaction
    var snapshot: SKPaymentTransaction.Snapshot?

    func apply() {
        if let snapshot { transaction.apply(snapshot) }
    }
}
