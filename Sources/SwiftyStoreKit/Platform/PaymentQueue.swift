public import StoreKit

/// The requirements of this library for a payment queue.
///
/// `SKPaymentQueue` is one. Its methods may be called from any thread.
public protocol PaymentQueue: AnyObject {
    /// The unfinished transactions; an app's own queue may have none.
    var transactions: [SKPaymentTransaction] { get }

    /// Registers an observer, which the queue does not retain.
    func add(_ observer: any SKPaymentTransactionObserver)
    /// Unregisters an observer.
    func remove(_ observer: any SKPaymentTransactionObserver)
    /// Submits a payment, which the queue copies.
    func add(_ payment: SKPayment)
    #if !os(visionOS)
    /// Starts downloads of content hosted by Apple.
    func start(_ downloads: [SKDownload])
    /// Pauses downloads of content hosted by Apple.
    func pause(_ downloads: [SKDownload])
    /// Resumes downloads of content hosted by Apple.
    func resume(_ downloads: [SKDownload])
    /// Cancels downloads of content hosted by Apple.
    func cancel(_ downloads: [SKDownload])
    #endif
    /// Requests the transactions of earlier purchases again.
    func restoreCompletedTransactions(withApplicationUsername username: String?)
    /// Removes a transaction whose content was delivered.
    func finishTransaction(_ transaction: SKPaymentTransaction)
}

extension PaymentQueue {
    /// None, for a queue that does not store its transactions.
    public var transactions: [SKPaymentTransaction] { [] }
}

extension SKPaymentQueue: PaymentQueue {}
