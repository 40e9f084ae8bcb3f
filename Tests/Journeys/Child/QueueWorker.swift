import Foundation
import StoreKit

/// A thread that buys and restores through the payment queue.
struct QueueWorker {
    let queue: SKPaymentQueue
    let journal: Journal
    let shelf: Shelf
    let window: PaymentWindow
    var random: SplitMix64

    mutating func step() throws {
        if random.happens(1) {
            try journal.add(.restore)
            queue.restoreCompletedTransactions()
        } else if let intent = shelf.pick(throughQueue: true, &random) {
            window.enter(intent.name)
            try journal.add(.pay(intent))
            queue.add(SKMutablePayment(intent))
        }
    }
}

extension SKMutablePayment {
    fileprivate convenience init(_ intent: PaymentIntent) {
        self.init()
        productIdentifier = intent.productID
        quantity = intent.quantity
        applicationUsername = intent.name
        simulatesAskToBuyInSandbox = intent.asksToBuy
    }
}
