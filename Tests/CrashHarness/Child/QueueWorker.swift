import Foundation
import LocalAppStore
import StoreKit
import TestSupport

/// A thread that buys and restores through the payment queue.
struct QueueWorker {
    let queue: SKPaymentQueue
    let store: Store
    let journal: Journal
    let picker: ProductPicker
    let limiter: PaymentLimiter
    var random: SplitMix64

    mutating func step() throws {
        if Int.random(in: 0..<1000, using: &random) < 2 {
            try journal.add(.begin(.restore, []))
            queue.restoreCompletedTransactions()
        } else if let intent = picker.pick(by: .queue, &random) {
            limiter.enter(intent.name)
            let discount = try intent.discount(signedBy: store)
            try journal.add(.pay(intent))
            queue.add(SKMutablePayment(intent, discount))
        }
    }
}

extension SKMutablePayment {
    fileprivate convenience init(_ intent: PaymentIntent, _ discount: PaymentRequest.Discount?) {
        self.init()
        productIdentifier = intent.productID
        quantity = intent.quantity
        applicationUsername = intent.name
        requestData = intent.requestData
        simulatesAskToBuyInSandbox = intent.asksToBuy
        paymentDiscount = discount.map {
            SKPaymentDiscount(
                identifier: $0.offerID,
                keyIdentifier: $0.keyID,
                nonce: $0.nonce,
                signature: $0.signature,
                timestamp: NSNumber(value: $0.timestamp)
            )
        }
    }
}
