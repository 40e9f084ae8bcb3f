public import Foundation

/// A local App Store: a catalog, one customer, and a ledger of transactions.
///
/// ```swift
/// let catalog = try Catalog(contentsOf: URL(fileURLWithPath: "Products.storekit"))
/// let store = try Store(catalog: catalog, at: .memory)
/// let entry = try store.pay(PaymentRequest(productID: "coins"))
/// try store.finish([entry.id])
/// ```
///
/// All members may be called from any thread. A method that changes something returns when the
/// change is durable. After that, observers are notified; of changes by other processes within 250
/// ms.
public final class Store: Sendable {
    /// The catalog of the store.
    public let catalog: Catalog
    /// The clock of the store.
    public let clock: StoreClock

    let ledger: Ledger
    let confirmation = Locked(ConfirmationPolicy.confirm)
    let offerCode = Locked<OfferCode?>(nil)
    let notifier: ChangeNotifier
    let receipts: ReceiptProvider
    let version = SettingsVersion()
    /// What goes wrong in this store, for tests.
    package let faults: FaultInjector
    private let settlement: SettlementTimer
    private let clockSubscription = Locked<StoreClock.Subscription?>(nil)
    /// `nil` if the catalog hosts no content.
    let downloadScheduler: DownloadScheduler?

    /// Opens a store with the ledger at a location, or creates the ledger.
    public init(
        catalog: Catalog,
        at location: Location,
        clock: StoreClock = .system(),
        app: StoreApp = .current
    ) throws(Store.Error) {
        self.catalog = catalog
        self.clock = clock
        faults = FaultInjector(clock: clock)
        ledger = try Ledger(at: location)
        let receipts = ReceiptProvider(ledger, app: app)
        self.receipts = receipts
        let settlement = SettlementTimer(ledger, clock: clock)
        self.settlement = settlement
        let downloads = DownloadScheduler(for: catalog, at: location)
        downloadScheduler = downloads
        notifier = try ChangeNotifier(ledger) {
            // Another process may not have updated the receipt's file before its change arrives
            // here, and may have started a download or sold a subscription.
            try? receipts.refreshFile()
            downloads?.schedule()
            settlement.schedule()
        }
        if try ledger.read({ try $0.hasOldRemovals() }) {
            try ledger.write { try $0.pruneRemovals() }
        }
        if try ledger.read({ try $0.lacksReceipt() }) {
            try ledger.write { try $0.renewReceipt(at: clock.now) }
        }
        try settle()
        settleWithTime()
        followDownloads()
    }

    /// Settles from now on whenever an event is due: at once when the clock is advanced, which brings
    /// downloads up to date too, and at its time with the system's clock.
    private func settleWithTime() {
        let subscription = clock.onAdvance { [weak self] in
            try? self?.settle()
            try? self?.updateDownloads()
        }
        clockSubscription.withLock { $0 = subscription }
        guard !clock.isManual else { return }
        settlement.start { [weak self] in try self?.settle() }
    }

    /// The location of the ledger.
    public var location: Location { ledger.location }

    /// Whether the customer confirms a purchase; the default is `.confirm`.
    public var confirmationPolicy: ConfirmationPolicy {
        get { confirmation.withLock { $0 } }
        set {
            // The former policy is released after the lock is.
            let former = confirmation.withLock { policy in
                defer { policy = newValue }
                return policy
            }
            withExtendedLifetime(former) {}
        }
    }

    /// Calls `body` with every change from now on, in order, until the returned observation is
    /// cancelled or released.
    ///
    /// `body` is called on a queue of the store. It may call the store, but must not wait for
    /// another change.
    public func observe(_ body: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
        notifier.observe(body)
    }

    /// Calls `body` on a queue of the store, after the observers were notified of all changes that
    /// this process made before.
    package func afterNotifying(_ body: @escaping @Sendable () -> Void) {
        notifier.afterNotifying(body)
    }

    /// Closes the ledger, as the release of the store does; every later call fails.
    package func close() throws(Store.Error) {
        try ledger.close()
    }

    /// Changes the ledger in one transaction, and notifies observers.
    ///
    /// What was due before is settled first. `body` receives the date of the change.
    func change<Result>(
        _ body: (LedgerWriter, Date) throws -> Result
    ) throws(Store.Error) -> Result {
        try commit { writer in
            let date = clock.now
            try writer.settle(until: date, catalog: catalog)
            return try body(writer, date)
        }
    }

    /// Changes the ledger in one transaction without settling it, and notifies observers.
    func commit<Result>(
        _ body: (LedgerWriter) throws -> Result
    ) throws(Store.Error) -> Result {
        let (result, revision, next) = try ledger.write { writer in
            (try body(writer), writer.revision, try writer.reader.nextEventDate())
        }
        settlement.schedule(at: next)
        // The change is durable even if the file cannot be written; the next request for the file
        // throws the error.
        try? receipts.refreshFile()
        notifier.notify(of: revision)
        return result
    }
}

extension Store {
    /// The location of a store's ledger.
    public enum Location: Sendable, Equatable {
        /// In memory, for tests; it is lost when the store is released.
        case memory
        /// In a file, which several processes may use at once; it must not have hard links.
        case file(URL)

        var path: String {
            switch self {
            case .memory: ":memory:"
            case .file(let url): url.path
            }
        }
    }
}
