import Foundation
import StoreKit
import Synchronization

/// A delegate that answers the same every time, and remembers what it was asked.
final class StorefrontDelegate: NSObject, SKPaymentQueueDelegate, Sendable {
    private let continues: Bool
    private let questions = Mutex<[String]>([])

    init(continues: Bool) {
        self.continues = continues
    }

    var asked: [String] {
        questions.withLock { $0 }
    }

    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        let product = transaction.payment.productIdentifier
        questions.withLock { $0.append("\(product) in \(newStorefront.countryCode)") }
        return continues
    }
}
