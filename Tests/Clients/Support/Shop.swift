import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

/// A fresh store for one test, and a library that remembers nothing of the tests before.
@MainActor
final class Shop {
    /// The product of the samples.
    static let product = "com.musevisions.SwiftyStoreKit.Purchase1"

    let session: SKTestSession
    let queue = QueueWatcher()

    init(_ fixture: Fixture = .products) throws {
        Console.clear()
        session = try SKTestSession(contentsOf: fixture.url)
        SwiftyStoreKit.shouldAddStorePaymentHandler = nil
        SwiftyStoreKit.updatedDownloadsHandler = nil
        SwiftyStoreKit.clearProductsCache()
        SwiftyStoreKit.completeTransactions { purchases in
            Issue.record("came outside of a call: \(purchases.map(\.productId))")
        }
        SKPaymentQueue.default().add(queue)
    }

    /// The products whose transactions nobody finished.
    var unfinished: [String] { SwiftyStoreKit.pendingTransactions.map(\.productId) }

    /// The states of all transactions, finished ones too.
    var states: [SKPaymentTransactionState] { session.allTransactions().map(\.state) }

    /// Buys the product of the samples, to the end.
    func buy() async throws {
        _ = try await SwiftyStoreKit.purchaseProduct(Self.product)
        _ = try await queue.ended.next()
        _ = try await queue.removed.next()
    }

    /// Makes the App Store unreachable.
    func close() {
        StoreConnection.shared.stopUsing(session.store)
    }

    /// Makes the App Store reachable, as it is for an app that is launched.
    func open() {
        StoreConnection.shared.use(session.store)
    }
}
