public import Foundation
package import LocalAppStore

/// The queue that sends an app's payments to the App Store and delivers transactions.
///
/// Add an observer at launch: the queue then delivers every unfinished transaction, including those
/// from earlier launches. Observers and delegates are called on the main queue, never from within a
/// call of the app. All members may be called from any thread.
open class SKPaymentQueue: NSObject, @unchecked Sendable {
    // Unchecked because Apple's class is open; the stored property never changes.
    let local: LocalPaymentQueue

    /// Makes a separate queue for the store in use.
    public override init() {
        let scope = StoreScope.current
        local = LocalPaymentQueue(StoreDevice(scope.connection, in: scope))
        super.init()
        local.owner = self
    }

    /// Makes a queue for one store, regardless of the store in use.
    package init(store: Store) {
        local = LocalPaymentQueue(
            StoreDevice(StoreConnection(store: store), in: .ofNewSession)
        )
        super.init()
        local.owner = self
    }

    /// Makes a queue whose observers are called in the local queue's scope.
    init(_ local: LocalPaymentQueue) {
        self.local = local
        super.init()
        local.owner = self
    }

    /// The device that the queue brings payments to.
    package var device: StoreDevice { local.device }

    /// The queue of this process; in a test with a store of its own, the queue of that test.
    ///
    /// Called on a subclass it returns the same object, as Apple's does.
    open class func `default`() -> Self {
        // Apple's method returns an object of the wrong type to subclasses; a checked cast would
        // trap.
        Unmanaged<Self>.fromOpaque(Unmanaged.passUnretained(StoreScope.current.queue).toOpaque())
            .takeUnretainedValue()
    }

    /// Whether the customer may pay; `true` while no store can be opened.
    open class func canMakePayments() -> Bool {
        StoreConnection.current.settings?.allowsPayments ?? true
    }

    /// Decides whether a transaction continues when the storefront has changed meanwhile; the queue
    /// does not keep it alive.
    open weak var delegate: (any SKPaymentQueueDelegate)? {
        get { local.delegate }
        set { local.delegate = newValue }
    }

    /// The customer's storefront; `nil` while no store can be opened.
    open var storefront: SKStorefront? {
        local.connection.settings.map { SKStorefront($0.storefrontCountry) }
    }

    /// The unfinished transactions, oldest first; empty while the queue has no observer.
    open var transactions: [SKPaymentTransaction] { local.visibleTransactions }

    /// The observers that are still alive.
    open var transactionObservers: [any SKPaymentTransactionObserver] { local.observers }

    /// Adds an observer; the queue does not keep it alive.
    ///
    /// The unfinished transactions are delivered to it in one batch.
    open func add(_ observer: any SKPaymentTransactionObserver) {
        local.add(observer)
    }

    /// Removes an observer.
    open func remove(_ observer: any SKPaymentTransactionObserver) {
        local.remove(observer)
    }

    /// Adds a payment, for which the customer is asked to confirm.
    ///
    /// The payment is copied. The same payment may be added again; each addition makes a separate
    /// transaction.
    open func add(_ payment: SKPayment) {
        local.add(payment)
    }

    /// Delivers the customer's purchases again.
    open func restoreCompletedTransactions() {
        local.restore(applicationUsername: nil)
    }

    /// Delivers the customer's purchases with a user name again; with `nil`, all.
    open func restoreCompletedTransactions(withApplicationUsername username: String?) {
        local.restore(applicationUsername: username)
    }

    /// Removes a transaction from the queue, once the app has delivered the product.
    ///
    /// Only purchased, failed and restored transactions can be finished. One that is purchasing or
    /// waits for approval is left in the queue; Apple's raises an exception for the first.
    open func finishTransaction(_ transaction: SKPaymentTransaction) {
        local.finish(transaction)
    }

    /// Starts downloads of purchased or restored transactions, asynchronously.
    ///
    /// One that failed or was cancelled begins again, and a paused one continues. The observers
    /// receive all of them, those that are finished already, too.
    open func start(_ downloads: [SKDownload]) {
        local.perform(.start, downloads)
    }

    /// Pauses active downloads, asynchronously; the observers receive all of them.
    open func pause(_ downloads: [SKDownload]) {
        local.perform(.pause, downloads)
    }

    /// Resumes paused downloads, asynchronously; the observers receive all of them.
    open func resume(_ downloads: [SKDownload]) {
        local.perform(.resume, downloads)
    }

    /// Cancels downloads that are not over, asynchronously; the observers receive all of them.
    open func cancel(_ downloads: [SKDownload]) {
        local.perform(.cancel, downloads)
    }

    /// Shows the sheet about a price increase that waits for the customer's consent,
    /// asynchronously.
    ///
    /// It does nothing if no consent is pending. The local store's customer responds immediately,
    /// as the store was set up; by default the customer closes the sheet, and the consent stays
    /// pending.
    open func showPriceConsentIfNeeded() {
        local.showPriceConsentIfNeeded()
    }

    /// Redeems the offer code that the customer enters, for which the customer is asked to confirm.
    ///
    /// A test or tool names the offer of that code in the local store; without one, the customer
    /// closes the sheet. The product is delivered as a transaction. A refused code creates none, as
    /// in the App Store, where only the sheet shows it.
    open func presentCodeRedemptionSheet() {
        local.presentCodeRedemptionSheet()
    }
}
