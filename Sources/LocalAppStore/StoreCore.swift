import Foundation
import StoreLedger
import StoreModel

/// The common state of the stores of all customers: the catalog, the clock, and the ledger with its
/// events.
///
/// Each ``Store`` retains it, and it retains none of them.
final class StoreCore: Sendable {
    /// The initial catalog, and the current one: prices may change while the store is open.
    let firstCatalog: Catalog
    let currentCatalog: Locked<Catalog>
    let clock: StoreClock
    let ledger: Ledger
    let notifier: ChangeNotifier
    let version = SettingsVersion()
    let documents: DocumentSigner
    /// `nil` if the catalog hosts no content.
    let downloadScheduler: DownloadScheduler?
    let stores = OpenStores()
    private let settlement: SettlementTimer
    let settlementObservers = Locked<[@Sendable (SettlementProgress) -> Void]>([])
    private let clockSubscription = Locked<StoreClock.Subscription?>(nil)

    init(catalog: Catalog, ledger: Ledger, clock: StoreClock) throws(StoreError) {
        firstCatalog = catalog
        currentCatalog = Locked(catalog)
        self.clock = clock
        self.ledger = ledger
        try ledger.takeKeys()
        documents = DocumentSigner(for: ledger.location)
        let settlement = SettlementTimer(ledger, clock: clock)
        self.settlement = settlement
        let downloads = DownloadScheduler(for: catalog, at: ledger.location)
        downloadScheduler = downloads
        notifier = try ChangeNotifier(ledger) { [stores] in
            // Another process may not have updated a receipt's file before its change is delivered
            // here, and may have advanced the time, started a download or sold a subscription.
            try? clock.adoptTime(of: ledger)
            stores.refreshReceiptFiles()
            downloads?.schedule()
            settlement.schedule()
        }
    }

    var catalog: Catalog { currentCatalog.withLock { $0 } }

    /// Prepares an opened ledger, and from now on settles events when they are due.
    func start() throws(StoreError) {
        try clock.adoptTime(of: ledger)
        try recordTime()
        if try ledger.read({ try $0.hasOldRemovals() }) {
            try ledger.write { try $0.pruneRemovals() }
        }
        if try ledger.read({ try $0.hasOldNotifications(at: clock.now) }) {
            try ledger.write { try $0.pruneNotifications(at: clock.now) }
        }
        if try ledger.read({ try $0.lacksReceipt() }) {
            try ledger.write { try $0.renewReceipt(at: clock.now) }
        }
        // The first query settles the rest.
        if try dueDate() != nil { try settleBatch() }
        try updateSharing()
        settleWithTime()
        followDownloads()
    }

    /// Settles when the clock is advanced, which brings downloads up to date too, and with the
    /// system's clock at the time of each event.
    private func settleWithTime() {
        let subscription = clock.onAdvance { [weak self] in
            guard let self else { return }
            for step in [recordTime, settle, updateDownloads] {
                try? reporting(step)
            }
            settlement.schedule()
        }
        clockSubscription.withLock { $0 = subscription }
        guard !clock.isManual else { return }
        settlement.start { [weak self] in
            guard let self else { return }
            try reporting(settle)
        }
    }

    /// Calls `step`, and reports an error to the observers, too.
    private func reporting(_ step: () throws(StoreError) -> Void) throws(StoreError) {
        do {
            try step()
        } catch {
            notifier.report(error)
            throw error
        }
    }

    /// Changes the ledger in one transaction, and notifies observers.
    ///
    /// Events that were due before are settled first; if they are many, in transactions of their
    /// own. `body` receives the date of the change, in whole seconds unless the store is Xcode's.
    func change<Result>(
        as customerID: Customer.ID,
        _ body: (LedgerWriter, Date) throws -> Result
    ) throws(StoreError) -> Result {
        while true {
            let result = try commit(as: customerID) { writer, date -> Result? in
                let limit = Self.settlementLimit
                let count = try settle(until: date, limit: limit, in: writer)
                guard count < limit else { return nil }
                let eventDate = try writer.reader.environment().eventDate(date)
                writer.cache.moment = .init(date: eventDate, exactDate: date)
                return try body(writer, eventDate)
            }
            if let result { return result }
            try settle()
        }
    }

    /// Reads the content of a document and records its signatures, in one transaction and after all
    /// due events; `body` receives the current date.
    func sign<Result>(_ body: (LedgerWriter, Date) throws -> Result) throws(StoreError) -> Result {
        while true {
            let result = try ledger.sign { writer -> Result? in
                let date = try now(in: writer.reader)
                return try writer.reader.hasEvent(dueAt: date) ? nil : body(writer, date)
            }
            if let result { return result }
            try settleBatch()
        }
    }

    /// Changes the ledger in one transaction without settling it, and notifies observers.
    func commit<Result>(
        as customerID: Customer.ID = Customer.firstID,
        _ body: (LedgerWriter, Date) throws -> Result
    ) throws(StoreError) -> Result {
        let (result, commit) = try ledger.write(as: customerID) { writer in
            let date = try now(in: writer.reader)
            let result = try body(writer, date)
            try writer.recordDate(date)
            let next = try writer.reader.nextEventDate()
            return (result, (revision: writer.revision, date: date, next: next))
        }
        if !clock.isManual { clock.hold(at: commit.date) }
        settlement.schedule(at: commit.next)
        // The change is durable even if a file cannot be written; the next request for the file
        // throws the error.
        stores.refreshReceiptFiles()
        notifier.notify(of: commit.revision)
        return result
    }
}

/// The stores on a ledger that were not released.
///
/// Their references are never followed under the lock: releasing a store releases objects of a
/// client.
final class OpenStores: Sendable {
    private let references = Locked<[Reference]>([])
    private let making = NSLock()

    // Unchecked because of the weak reference, which is never set again.
    private struct Reference: @unchecked Sendable {
        let id = UUID()
        weak var store: Store?
    }

    private var all: [Store] {
        references.withLock { $0 }.compactMap(\.store)
    }

    /// Adds a store, whose receipt's file is kept up to date until the store is released.
    func add(_ store: Store) {
        let reference = Reference(store: store)
        let released = Set(references.withLock { $0 }.filter { $0.store == nil }.map(\.id))
        references.withLock { references in
            references.removeAll { released.contains($0.id) }
            references.append(reference)
        }
    }

    /// Returns the store of a signed-in customer; makes it unless it is open.
    func store(of customerID: Customer.ID, _ make: () -> Store) -> Store {
        // References that are followed here are released after the lock.
        var followed: [Store] = []
        defer { withExtendedLifetime(followed) {} }
        // A lock of its own, so that two threads get the same store.
        return making.withLock {
            followed = all
            if let store = followed.first(where: { $0.isStore(of: customerID) }) { return store }
            let store = make()
            add(store)
            return store
        }
    }

    /// The store of a customer who is signed in, if it is open.
    func store(of customerID: Customer.ID) -> Store? {
        all.first { $0.isStore(of: customerID) }
    }

    func refreshReceiptFiles() {
        for store in all {
            try? store.receipts.refreshFile()
        }
    }
}

extension Store {
    fileprivate func isStore(of customerID: Customer.ID) -> Bool {
        self.customerID == customerID && isSignedIn
    }
}
