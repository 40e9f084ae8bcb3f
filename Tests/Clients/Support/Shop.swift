import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

/// A fresh store for one test, and a library that remembers nothing of the tests before.
@MainActor
final class Shop {
    /// The product of the samples.
    nonisolated static let product = "com.musevisions.SwiftyStoreKit.Purchase1"
    static let pass = "com.musevisions.SwiftyStoreKit.Pass"
    static let subscription = "com.musevisions.SwiftyStoreKit.Subscription"
    static let weekly = "com.musevisions.SwiftyStoreKit.Weekly"

    let session: SKTestSession
    let queue = QueueWatcher()

    init(_ fixture: Fixture = .products, clock: StoreClock = .system()) throws {
        Console.clear()
        session = try SKTestSession(contentsOf: fixture.url, clock: clock)
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

    /// Buys a product, that of the samples unless told otherwise, to the end.
    func buy(_ product: String = Shop.product) async throws {
        _ = try await SwiftyStoreKit.purchaseProduct(product)
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

extension Date {
    /// 1 March 2024 at noon, UTC.
    static let opening = Date(timeIntervalSince1970: 1_709_294_400)
}
