import Foundation
import StoreLedger
// A client that imports this module alone has the values of a store, too.
@_exported public import StoreModel

/// A local App Store, as one customer meets it: a catalog, and a ledger of transactions.
///
/// ```swift
/// let catalog = try Catalog(contentsOf: URL(fileURLWithPath: "Products.storekit"))
/// let store = try Store(catalog: catalog, at: .memory)
/// let entry = try store.pay(PaymentRequest(productID: "coins"))
/// try store.finish([entry.id])
/// ```
///
/// A ledger has one customer or several. A new store acts for the first, and
/// ``Customers/acting(for:)`` makes the store of another. Purchases, receipts and subscriptions,
/// and the methods that change them, concern the store's customer alone. All customers share the
/// catalog, the settings and the time.
///
/// All members may be called from any thread. A method that changes something returns when the
/// change is durable. After that, observers are notified; of changes by other processes within 250
/// ms.
public final class Store: Sendable {
    /// The number of the customer that the store acts for.
    public let customerID: Customer.ID
    /// Whether the customer is signed in; without that, nothing can be bought or restored.
    package let isSignedIn: Bool

    let core: StoreCore
    let confirmation: Locked<ConfirmationPolicy>
    let offerCode = Locked<OfferCode?>(nil)
    let consentAnswer = Locked(PriceConsentAnswer.later)
    let receipts: ReceiptProvider
    private let injector: Locked<FaultInjector>

    /// Opens a store with the ledger at a location, or creates the ledger; it acts for the first
    /// customer.
    public convenience init(
        catalog: Catalog,
        at location: StoreLocation,
        clock: StoreClock = .system(),
        app: StoreApp = .current
    ) throws(StoreError) {
        let ledger = try Ledger(at: location)
        let core = try StoreCore(catalog: catalog, ledger: ledger, clock: clock)
        let receipts = ReceiptProvider(ledger, app: app, customerID: Customer.firstID)
        self.init(core, actingFor: Customer.firstID, receipts: receipts)
        core.stores.add(self)
        try core.start()
    }

    /// Makes the store of a customer; without `faults` nothing goes wrong in it so far.
    init(
        _ core: StoreCore,
        actingFor customerID: Customer.ID,
        isSignedIn: Bool = true,
        confirmation: ConfirmationPolicy = .confirm,
        receipts: ReceiptProvider,
        faults: FaultInjector? = nil
    ) {
        self.core = core
        self.customerID = customerID
        self.isSignedIn = isSignedIn
        self.confirmation = Locked(confirmation)
        self.receipts = receipts
        injector = Locked(faults ?? FaultInjector(clock: core.clock))
    }

    /// The catalog of the store.
    public var catalog: Catalog { core.catalog }

    /// The clock of the store.
    public var clock: StoreClock { core.clock }

    /// The location of the ledger.
    package var location: StoreLocation { core.ledger.location }

    /// The faults of this store, for tests.
    public var faults: FaultInjector { injector.withLock { $0 } }

    /// Shares the fault plan of another customer's store: the app is the same.
    package func shareFaults(of other: Store) {
        injector.exchange(other.faults)
    }

    /// Whether the customer confirms a purchase; the default is `.confirm`.
    public var confirmationPolicy: ConfirmationPolicy {
        get { confirmation.withLock { $0 } }
        set { confirmation.exchange(newValue) }
    }

    /// Calls `body` with every change from now on, in order, until the returned observation is
    /// cancelled or released.
    ///
    /// A change contains the changes of the customer. `body` is called on a queue of the store. It
    /// may call the store, but must not wait for another change. `onFailure` is called there with
    /// errors of the store's own work. Changes that could not be read are read with the next one,
    /// or earlier if the error may pass.
    public func observe(
        onFailure: @escaping @Sendable (StoreError) -> Void = { _ in },
        _ body: @escaping @Sendable (StoreChange) -> Void
    ) -> StoreObservation {
        guard isSignedIn else {
            return core.notifier.observe(for: customerID, onFailure: onFailure) { change in
                // Only the settings concern a customer who has signed out.
                if change.hasNewSettings { body(StoreChange(hasNewSettings: true)) }
            }
        }
        return core.notifier.observe(for: customerID, onFailure: onFailure, body)
    }

    /// Calls `body` when anything in the ledger has changed, of whichever customer and by whichever
    /// process, with the revision after which it changed, until the observation is cancelled or
    /// released.
    ///
    /// It is called on a queue of the store, and does not query the ledger before.
    package func observeLedger(
        _ body: @escaping @Sendable (_ revision: Int64) -> Void
    ) -> StoreObservation {
        core.notifier.watch(body)
    }

    /// Calls `body` on a queue of the store, after the observers were notified of all changes that
    /// this process made before.
    package func afterNotifying(_ body: @escaping @Sendable () -> Void) {
        core.notifier.afterNotifying(body)
    }

    /// Closes the ledger, as the release of all its stores does; every later call fails.
    package func close() throws(StoreError) {
        try core.ledger.close()
    }

    /// Whether two stores have the same ledger open, for the same customer or for two.
    package func sharesLedger(with other: Store) -> Bool { core === other.core }

    /// Reads values of the customer, in one transaction.
    func read<Result>(_ body: (LedgerReader) throws -> Result) throws(StoreError) -> Result {
        try core.ledger.read(as: customerID, body)
    }

    /// Changes the ledger for the customer in one transaction, and notifies observers.
    ///
    /// Events that were due before are settled first. `body` receives the date of the change.
    func change<Result>(
        _ body: (LedgerWriter, Date) throws -> Result
    ) throws(StoreError) -> Result {
        try core.change(as: customerID, body)
    }
}
