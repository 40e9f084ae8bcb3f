package import Foundation
import StoreLedger
import StoreModel

/// A copy of a store in memory, for tests: its ledger, its prices, its customer and its time.
package final class StoreCopy: Sendable {
    let ledger: Ledger
    let prices: Catalog?
    /// The number of the customer that the copied store acted for.
    let customerID: Customer.ID
    /// The time of the copied store; `nil` for a copy from a file.
    package let date: Date?

    fileprivate init(of store: Store) throws {
        ledger = try Ledger(copying: store.core.ledger)
        prices = store.catalog
        customerID = store.customerID
        date = store.clock.now
    }

    /// Copies a snapshot, which is checked as every ledger; its customer is the first.
    package init(contentsOf file: URL) throws(StoreError) {
        ledger = try Snapshot(file: file).ledgerInMemory()
        prices = nil
        customerID = Customer.firstID
        date = nil
    }

    /// Writes the ledger to a file, as ``Store/writeSnapshot(to:)`` does.
    package func write(to file: URL) throws(StoreError) {
        try ledger.writeCopy(to: file)
    }
}

extension Store {
    /// A copy of the store at this moment, after due events were settled.
    package func copy() throws(StoreError) -> StoreCopy {
        try time.settle()
        do {
            return try StoreCopy(of: self)
        } catch {
            throw StoreError(error, at: location)
        }
    }

    /// Makes a store of a copy, with a ledger in memory of its own, for the copy's customer.
    ///
    /// It takes over this store's app, confirmations, planned responses and fault plan, and the
    /// prices and the time if the copy has none. With the system's clock the time is as far ahead
    /// as it was.
    package func restored(_ copy: StoreCopy) throws(StoreError) -> Store {
        let clock: StoreClock =
            clock.isManual ? .manual(startingAt: copy.date ?? clock.now) : .system()
        let ledger = try Ledger(copying: copy.ledger)
        let core = try StoreCore(catalog: core.firstCatalog, ledger: ledger, clock: clock)
        core.currentCatalog.withLock { $0 = copy.prices ?? catalog }
        let store = Store(
            core,
            actingFor: copy.customerID,
            confirmation: confirmationPolicy,
            receipts: ReceiptProvider(ledger, app: app, customerID: copy.customerID)
        )
        store.subscriptions.priceConsentAnswer = subscriptions.priceConsentAnswer
        store.offerCodeToRedeem = offerCodeToRedeem
        store.faults.adoptPlan(of: faults)
        core.stores.add(store)
        try core.start()
        return store
    }
}
