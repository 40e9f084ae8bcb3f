import Foundation
import StoreKit
import SwiftyStoreKit

/// A payment queue that records its calls and reports what a test wants.
// Unchecked because every access to the variables holds `lock`; the test sets the closures before
// it begins.
final class PaymentQueueSpy: PaymentQueue, @unchecked Sendable {
    private let lock = NSLock()
    private let sender = SKPaymentQueue()
    private var held: [SKPaymentTransaction] = []
    private var watchers: [any SKPaymentTransactionObserver] = []

    let payments = Recorder<SKPayment>()
    let finished = Recorder<SKPaymentTransaction>()
    let restores = Recorder<String?>()
    let downloadCalls = Recorder<String>()
    var onTransactions: @Sendable () -> Void = {}
    var onAdd: @Sendable (PaymentQueueSpy, SKPayment) -> Void = { _, _ in }

    /// The calls for payments and restores, to wait for.
    let events: AsyncStream<String>
    private let eventContinuation: AsyncStream<String>.Continuation

    init() {
        (events, eventContinuation) = AsyncStream.makeStream()
    }

    var observers: [any SKPaymentTransactionObserver] { lock.withLock { watchers } }
    var transactions: [SKPaymentTransaction] {
        onTransactions()
        return lock.withLock { held }
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        lock.withLock { watchers.append(observer) }
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        lock.withLock { watchers.removeAll { $0 === observer } }
    }

    func add(_ payment: SKPayment) {
        payments.record(payment)
        onAdd(self, payment)
        eventContinuation.yield("payment")
    }

    func restoreCompletedTransactions(withApplicationUsername username: String?) {
        restores.record(username)
        eventContinuation.yield("restore")
    }

    func finishTransaction(_ transaction: SKPaymentTransaction) {
        finished.record(transaction)
        lock.withLock { held.removeAll { $0 === transaction } }
    }

    #if !os(visionOS)
    func start(_ downloads: [SKDownload]) { downloadCalls.record("start \(downloads.count)") }
    func pause(_ downloads: [SKDownload]) { downloadCalls.record("pause \(downloads.count)") }
    func resume(_ downloads: [SKDownload]) { downloadCalls.record("resume \(downloads.count)") }
    func cancel(_ downloads: [SKDownload]) { downloadCalls.record("cancel \(downloads.count)") }
    #endif

    /// Puts transactions into the queue without a report.
    func hold(_ transactions: [SKPaymentTransaction]) {
        lock.withLock { held = transactions }
    }

    /// Notifies the observers of transactions, and holds those that are new.
    func update(_ transactions: SKPaymentTransaction...) {
        update(transactions)
    }

    func update(_ transactions: [SKPaymentTransaction]) {
        lock.withLock {
            let known = Set(held.map(ObjectIdentifier.init))
            held += transactions.filter { !known.contains(ObjectIdentifier($0)) }
        }
        observers.forEach { $0.paymentQueue(sender, updatedTransactions: transactions) }
    }

    /// Removes transactions from the queue and notifies the observers.
    func remove(_ transactions: SKPaymentTransaction...) {
        lock.withLock { held.removeAll { held in transactions.contains { $0 === held } } }
        observers.forEach { $0.paymentQueue?(sender, removedTransactions: transactions) }
    }

    func finishRestore() {
        observers.forEach { $0.paymentQueueRestoreCompletedTransactionsFinished?(sender) }
    }

    func failRestore(_ error: any Error) {
        observers.forEach {
            $0.paymentQueue?(sender, restoreCompletedTransactionsFailedWithError: error)
        }
    }

    func changeStorefront() {
        observers.forEach { $0.paymentQueueDidChangeStorefront?(sender) }
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    func revoke(_ productIDs: [String]) {
        observers.forEach {
            $0.paymentQueue?(sender, didRevokeEntitlementsForProductIdentifiers: productIDs)
        }
    }

    #if !os(visionOS)
    func updateDownloads(_ downloads: [SKDownload]) {
        observers.forEach { $0.paymentQueue?(sender, updatedDownloads: downloads) }
    }
    #endif

    #if !os(watchOS)
    @available(macOS 11, macCatalyst 14, *)
    func shouldAdd(_ payment: SKPayment, for product: SKProduct) -> [Bool?] {
        observers.map { $0.paymentQueue?(sender, shouldAddStorePayment: payment, for: product) }
    }
    #endif
}

/// A payment queue that reports at once and on the caller's thread, for many callers at a time.
// Unchecked because the observer is set before the callers begin and the rest holds a lock.
final class BusyQueue: PaymentQueue, @unchecked Sendable {
    private let sender = SKPaymentQueue()
    private var observer: (any SKPaymentTransactionObserver)?

    let finished = Recorder<SKPaymentTransaction>()
    let restores = Recorder<String?>()

    func add(_ observer: any SKPaymentTransactionObserver) { self.observer = observer }
    func remove(_ observer: any SKPaymentTransactionObserver) { self.observer = nil }

    func add(_ payment: SKPayment) {
        let transaction = TestTransaction.make(payment, state: .purchasing)
        update(transaction)
        update(transaction.becomes(.purchased))
    }

    func restoreCompletedTransactions(withApplicationUsername username: String?) {
        restores.record(username)
        update(TestTransaction.make(state: .restored))
        observer?.paymentQueueRestoreCompletedTransactionsFinished?(sender)
    }

    func finishTransaction(_ transaction: SKPaymentTransaction) { finished.record(transaction) }

    #if !os(visionOS)
    func start(_ downloads: [SKDownload]) {}
    func pause(_ downloads: [SKDownload]) {}
    func resume(_ downloads: [SKDownload]) {}
    func cancel(_ downloads: [SKDownload]) {}
    #endif

    func update(_ transaction: SKPaymentTransaction) {
        observer?.paymentQueue(sender, updatedTransactions: [transaction])
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    func revoke(_ productIDs: [String]) {
        observer?.paymentQueue?(sender, didRevokeEntitlementsForProductIdentifiers: productIDs)
    }

    #if !os(visionOS)
    func updateDownloads() {
        observer?.paymentQueue?(sender, updatedDownloads: [])
    }
    #endif

    #if !os(watchOS)
    @available(macOS 11, macCatalyst 14, *)
    func shouldAdd() -> Bool? {
        let product = TestProduct.make()
        return observer?.paymentQueue?(
            sender,
            shouldAddStorePayment: SKPayment(product: product),
            for: product
        )
    }
    #endif
}
