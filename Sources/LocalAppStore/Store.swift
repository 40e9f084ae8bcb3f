import Foundation

/// An App Store in a box: one customer, a catalog, and a ledger of what was bought.
///
/// ```swift
/// let catalog = try Catalog(contentsOf: URL(fileURLWithPath: "Products.storekit"))
/// let store = try Store(catalog: catalog, at: .memory)
/// let entry = try store.pay(PaymentRequest(productID: "coins"))
/// try store.finish([entry.id])
/// ```
///
/// All members may be called from any thread; those that change something return when the change is
/// durable. Observers hear of every change after that, of changes by other processes within 250 ms.
public final class Store: Sendable {
    /// What the store sells.
    public let catalog: Catalog
    /// The store's time.
    public let clock: StoreClock

    let ledger: Ledger
    let confirmation = Locked(ConfirmationPolicy.confirm)
    let announcer: ChangeAnnouncer
    let receipts: ReceiptKeeper
    let version = SettingsVersion()

    /// Opens a store, with the ledger that an earlier one left at the same place.
    public init(
        catalog: Catalog,
        at location: Location,
        clock: StoreClock = .system(),
        app: StoreApp = .current
    ) throws(Store.Error) {
        self.catalog = catalog
        self.clock = clock
        ledger = try Ledger(at: location)
        let receipts = ReceiptKeeper(ledger, app: app)
        self.receipts = receipts
        announcer = try ChangeAnnouncer(ledger) {
            // What others changed may be told before they have brought their receipt up to date.
            try? receipts.refreshFile()
        }
        if try ledger.read({ try $0.hasOldRemovals() }) {
            try ledger.write { try $0.pruneRemovals() }
        }
        if try ledger.read({ try $0.lacksReceipt() }) {
            try ledger.write { try $0.renewReceipt(at: clock.now) }
        }
    }

    /// Where the ledger is kept.
    public var location: Location { ledger.location }

    /// How the customer answers when asked whether to buy; `.confirm` unless told otherwise.
    public var confirmationPolicy: ConfirmationPolicy {
        get { confirmation.withLock { $0 } }
        set {
            // What the former policy holds is released after the lock.
            let former = confirmation.withLock { policy in
                defer { policy = newValue }
                return policy
            }
            withExtendedLifetime(former) {}
        }
    }

    /// Calls `body` with every change from now on, in order, on a queue of the store's own, until
    /// the returned observation is cancelled or released.
    ///
    /// `body` may call the store. It must not wait for another change.
    public func observe(_ body: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
        announcer.observe(body)
    }

    /// Changes the ledger in one transaction, and lets observers know.
    func change<Result>(
        _ body: (LedgerWriter) throws -> Result
    ) throws(Store.Error) -> Result {
        let (result, revision) = try ledger.write { (try body($0), $0.revision) }
        // What was bought is bought, with or without a file; who asks for the file next hears what
        // is wrong with it.
        try? receipts.refreshFile()
        announcer.announce(revision)
        return result
    }
}
