public import Foundation
package import LocalAppStore

/// The queue through which an app's payments go to the App Store and come back as transactions.
///
/// Add an observer at launch: the queue then delivers every transaction that is not finished, those
/// of earlier launches too. Observers and delegates are called on the main queue, never from within
/// the call that causes it. All members may be called from any thread.
open class SKPaymentQueue: NSObject, @unchecked Sendable {
    // Unchecked because Apple's class is open; its one stored property never changes.
    let local: LocalPaymentQueue

    private static let shared = SKPaymentQueue()

    /// Makes a queue of its own for the store in use.
    public override init() {
        local = LocalPaymentQueue(connection: .shared)
        super.init()
        local.owner = self
    }

    /// Makes a queue for one store, whichever the process uses.
    package init(store: Store) {
        local = LocalPaymentQueue(connection: StoreConnection(store: store))
        super.init()
        local.owner = self
    }

    init(_ local: LocalPaymentQueue) {
        self.local = local
        super.init()
        local.owner = self
    }

    /// The queue of this process.
    ///
    /// Asked of a subclass it is still that one object, as with Apple's.
    open class func `default`() -> Self {
        // Apple's method lies about the type in the same way; a checked cast would trap for
        // subclasses.
        Unmanaged<Self>.fromOpaque(Unmanaged.passUnretained(shared).toOpaque())
            .takeUnretainedValue()
    }

    /// Whether the customer may pay; `true` while no store can be opened, since nobody forbade it.
    open class func canMakePayments() -> Bool {
        StoreConnection.shared.settings?.allowsPayments ?? true
    }

    /// Decides about transactions when the storefront changes under way; not kept alive by the
    /// queue.
    open weak var delegate: (any SKPaymentQueueDelegate)? {
        get { local.delegate }
        set { local.delegate = newValue }
    }

    /// The App Store's country for this customer; `nil` while no store can be opened.
    open var storefront: SKStorefront? {
        local.connection.settings.map { SKStorefront($0.storefrontCountry) }
    }

    /// The transactions that are not finished, oldest first; empty while the queue has no observer.
    open var transactions: [SKPaymentTransaction] { local.visibleTransactions }

    /// The observers that are still alive.
    open var transactionObservers: [any SKPaymentTransactionObserver] { local.observers }

    /// Hears from now on what becomes of transactions; the observer is not kept alive.
    ///
    /// The unfinished transactions are delivered to it in one batch.
    open func add(_ observer: any SKPaymentTransactionObserver) {
        local.add(observer)
    }

    /// Hears no more.
    open func remove(_ observer: any SKPaymentTransactionObserver) {
        local.remove(observer)
    }

    /// Asks the customer to pay.
    ///
    /// The payment is copied. The same payment may be added again; every time makes a transaction
    /// of its own.
    open func add(_ payment: SKPayment) {
        local.add(payment)
    }

    /// Delivers again what the customer owns.
    open func restoreCompletedTransactions() {
        local.restore(applicationUsername: nil)
    }

    /// Delivers again what the customer bought under a user name; with `nil`, everything.
    open func restoreCompletedTransactions(withApplicationUsername username: String?) {
        local.restore(applicationUsername: username)
    }

    /// Takes a transaction out of the queue, because the app has delivered what it was for.
    ///
    /// Only purchased, failed and restored transactions can be finished; Apple's raises an
    /// exception for one that is purchasing, this one leaves it where it is, as it does with one
    /// that waits for approval.
    open func finishTransaction(_ transaction: SKPaymentTransaction) {
        local.finish(transaction)
    }

    /// Does nothing: the local store hosts no content, so no transaction has downloads.
    open func start(_ downloads: [SKDownload]) {}

    /// Does nothing: the local store hosts no content.
    open func pause(_ downloads: [SKDownload]) {}

    /// Does nothing: the local store hosts no content.
    open func resume(_ downloads: [SKDownload]) {}

    /// Does nothing: the local store hosts no content.
    open func cancel(_ downloads: [SKDownload]) {}

    /// Does nothing: the local store asks for price consent when subscriptions renew there.
    open func showPriceConsentIfNeeded() {}

    /// Does nothing: the local store sells no offer codes.
    open func presentCodeRedemptionSheet() {}
}
