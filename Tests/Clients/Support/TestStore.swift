import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

/// A store for one test, which has the library for itself too.
@MainActor
final class TestStore {
    /// The product of the samples.
    nonisolated static let product = "com.musevisions.SwiftyStoreKit.Purchase1"
    static let pass = "com.musevisions.SwiftyStoreKit.Pass"
    static let subscription = "com.musevisions.SwiftyStoreKit.Subscription"
    static let weekly = "com.musevisions.SwiftyStoreKit.Weekly"

    let session: SKTestSession
    let queue = QueueWatcher()

    convenience init(_ fixture: Fixture = .products, clock: StoreClock = .system()) throws {
        try self.init(file: fixture.url, clock: clock)
    }

    init(file: URL, clock: StoreClock = .system()) throws {
        session = try SKTestSession(contentsOf: file, clock: clock)
        SwiftyStoreKit.completeTransactions { purchases in
            Issue.record("came outside of a call: \(purchases.map(\.productId))")
        }
        SKPaymentQueue.default().add(queue)
    }

    /// The products with unfinished transactions.
    var unfinished: [String] { SwiftyStoreKit.pendingTransactions.map(\.productId) }

    /// The states of all transactions, finished ones too.
    var states: [SKPaymentTransactionState] { session.allTransactions().map(\.state) }

    /// Buys a product, by default the samples' one, and waits until its transaction is removed.
    func buy(_ product: String = TestStore.product) async throws {
        _ = try await SwiftyStoreKit.purchaseProduct(product)
        _ = try await queue.ended.next()
        _ = try await queue.removed.next()
    }

    /// Turns off auto-renew of every subscription.
    func cancelSubscriptions() throws {
        for subscription in try session.store.subscriptions.all() {
            try session.store.subscriptions.setAutoRenew(false, of: subscription.id)
        }
    }

    /// Makes the App Store unreachable.
    func close() {
        StoreConnection.current.stopUsing(session.store)
    }

    /// Makes the App Store reachable, as it is for an app that is launched.
    func open() {
        StoreConnection.current.use(session.store)
    }
}

extension Date {
    /// 1 March 2024 at noon, UTC.
    static let opening = Date(timeIntervalSince1970: 1_709_294_400)
}

/// Records what the payment queue reports, beside the library's own observer.
final class QueueWatcher: NSObject, SKPaymentTransactionObserver, Sendable {
    /// The products whose transactions came to an end that the app has to deal with.
    let ended = Recorder<String>()
    /// The products whose transactions left the queue, because they were finished.
    let removed = Recorder<String>()

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions where transaction.transactionState != .purchasing {
            ended.record(transaction.payment.productIdentifier)
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions {
            removed.record(transaction.payment.productIdentifier)
        }
    }
}

/// Returns recorded values one by one, and waits for further ones.
struct Recorder<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func record(_ value: Value) {
        continuation.yield(value)
    }

    /// The oldest value that was not handed out; throws when the test is cancelled first.
    func next() async throws -> Value {
        for await value in stream { return value }
        throw CancellationError()
    }
}

/// A file that the tests of several targets read.
enum Fixture: String {
    case products = "Products.storekit"
    case empty = "Empty.storekit"
    case subscription = "Subscription.storekit"

    var url: URL {
        URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures").appendingPathComponent(rawValue)
    }
}
