import Dispatch
import Foundation
import Measuring
import StoreKit
import SwiftyStoreKit

/// An app that is launched with unfinished transactions: the library delivers and finishes all of
/// them.
final class LaunchedApp: NSObject, SKPaymentTransactionObserver, @unchecked Sendable {
    // Unchecked because everything happens on the main queue.
    static let role = "launch"
    static let shared = LaunchedApp()

    private let clock = ContinuousClock()
    private lazy var start = clock.now
    private var expected = 0
    private var delivered = 0
    private var finished = 0
    private var report = Report()

    struct Report: Codable {
        /// Milliseconds from the first call to the handler's return with the last transaction.
        var delivery = 0.0
        /// Milliseconds from the first call until the queue says that the last transaction left it.
        var finishing = 0.0
    }

    static func start(expecting count: Int) {
        DispatchQueue.main.async { shared.launch(expecting: count) }
    }

    private func launch(expecting count: Int) {
        _ = start
        SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
            self.delivered += purchases.count
            guard self.delivered == count else { return }
            self.report.delivery = (self.clock.now - self.start).milliseconds
        }
        expected = count
        SKPaymentQueue.default().add(self)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {}

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        finished += transactions.count
        guard finished == expected, delivered == expected else { return }
        report.finishing = (clock.now - start).milliseconds
        Child.end(with: report)
    }
}
