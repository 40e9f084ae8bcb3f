import Dispatch
import Foundation
import Measuring
import StoreKit
import SwiftyStoreKit

/// An app that starts the queue of a large ledger, and then asks for its products.
final class OpeningApp: NSObject, SKPaymentTransactionObserver, @unchecked Sendable {
    // Unchecked because everything happens on the main queue.
    static let role = "open"
    static let shared = OpeningApp()

    private let clock = ContinuousClock()
    private lazy var start = clock.now
    private var expected = 0
    private var delivered = 0
    private var report = Report()

    struct Report: Codable {
        /// Milliseconds from adding the observer until it had everything that is unfinished.
        var opening = 0.0
        /// Milliseconds for one request of all products.
        var products = 0.0
        /// MiB that were resident before the first call.
        var memoryBefore = Memory.peak
        /// MiB that were resident at most when the observer had everything.
        var memory = 0.0
    }

    static func start(expecting count: Int) {
        DispatchQueue.main.async { shared.open(expecting: count) }
    }

    private func open(expecting count: Int) {
        expected = count
        _ = start
        SKPaymentQueue.default().add(self)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        delivered += transactions.count
        guard delivered == expected else { return }
        report.opening = (clock.now - start).milliseconds
        report.memory = Memory.peak
        requestProducts()
    }

    private func requestProducts() {
        let begin = clock.now
        let all = Set((0..<Shop.toolCount).map(Shop.tool) + [Shop.coins, Shop.monthly])
        SwiftyStoreKit.retrieveProductsInfo(all) { results in
            guard results.retrievedProducts.count == all.count else { exit(70) }
            self.report.products = (self.clock.now - begin).milliseconds
            Child.end(with: self.report)
        }
    }
}
