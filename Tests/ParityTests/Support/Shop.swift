import Foundation
import StoreKit
import StoreKitTest
import Testing

/// A session that sells `Plans.storekit`, and what the app's payment queue delivers.
///
/// `gold` is of a higher level than the others of its group.
final class Shop {
    static let coins = "coins"
    static let book = "book"
    static let gold = "plan.gold"
    static let silver = "plan.silver"
    static let weekly = "plan.silver.weekly"
    static let yearly = "plan.silver.yearly"

    let session: SKTestSession
    let observer = QueueObserver()

    init() throws {
        session = try SKTestSession(configurationFileNamed: "Plans")
        session.resetToDefaultState()
        session.clearTransactions()
        session.disableDialogs = true
        SKPaymentQueue.default().add(observer)
    }

    deinit {
        SKPaymentQueue.default().remove(observer)
    }

    /// Buys on another device, and returns the purchase.
    func bought(_ product: String) throws -> SKTestTransaction {
        try session.buyProduct(productIdentifier: product)
        return try newest(of: product)
    }

    /// Pays as the app does; the queue's observers are told how that went.
    func pay(for product: String) {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        SKPaymentQueue.default().add(payment)
    }

    /// The present values of a transaction.
    func transaction(_ identifier: UInt) throws -> SKTestTransaction {
        try #require(session.allTransactions().first { $0.identifier == identifier })
    }

    /// The last transaction of a product, which has the highest identifier.
    func newest(of product: String) throws -> SKTestTransaction {
        let all = session.allTransactions().filter { $0.productIdentifier == product }
        return try #require(all.max { $0.identifier < $1.identifier })
    }

    /// The number of transactions of a product.
    func count(of product: String) -> Int {
        session.allTransactions().filter { $0.productIdentifier == product }.count
    }
}

/// An observer that turns its calls into events and finishes nothing.
final class QueueObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    enum Event: Equatable, Sendable {
        case updated(String, SKPaymentTransactionState)
        case failed(String, SKError.Code?)
        case revoked([String])
        case removed(String)
        case storefrontChanged
    }

    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    override init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Waits for an event; those before it are skipped.
    ///
    /// - Returns: `false` when the test is cancelled, as by its time limit.
    func receives(_ expected: Event) async -> Bool {
        await received(before: expected) != nil
    }

    /// Waits for an event, and returns those before it; `nil` when the test is cancelled.
    func received(before expected: Event) async -> [Event]? {
        var former: [Event] = []
        for await event in events {
            if event == expected { return former }
            former.append(event)
        }
        return nil
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions {
            let product = transaction.payment.productIdentifier
            continuation.yield(
                transaction.transactionState == .failed
                    ? .failed(product, (transaction.error as? SKError)?.code)
                    : .updated(product, transaction.transactionState)
            )
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        for transaction in transactions {
            continuation.yield(.removed(transaction.payment.productIdentifier))
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers products: [String]
    ) {
        continuation.yield(.revoked(products))
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        continuation.yield(.storefrontChanged)
    }
}
