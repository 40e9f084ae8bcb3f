import Foundation
import StoreLedger
import StoreModel

// What a store does, by subjects.
extension Store {
    /// The subscriptions of the customer.
    public var subscriptions: Subscriptions { Subscriptions(store: self) }
    /// The refunds of the customer's purchases.
    public var refunds: Refunds { Refunds(store: self) }
    /// The customers of the ledger.
    public var customers: Customers { Customers(store: self) }
    /// The family of the customer.
    public var family: Family { Family(store: self) }
    /// The notifications of the App Store Server, about all customers.
    public var notifications: Notifications { Notifications(store: self) }
    /// The downloads of hosted content.
    public var downloads: Downloads { Downloads(store: self) }
    /// The time of the ledger.
    public var time: Time { Time(store: self) }

    /// What a store does with subscriptions.
    public struct Subscriptions: StoreSubject, Sendable {
        let store: Store
    }

    /// What a store does with refunds, as customers, apps' servers and the App Store do.
    public struct Refunds: StoreSubject, Sendable {
        let store: Store
    }

    /// What a store knows of its customers.
    public struct Customers: StoreSubject, Sendable {
        let store: Store
    }

    /// What a customer does with a family.
    public struct Family: StoreSubject, Sendable {
        let store: Store
    }

    /// What a store tells an app's server.
    public struct Notifications: StoreSubject, Sendable {
        let store: Store
    }

    /// What a store does with hosted content.
    public struct Downloads: StoreSubject, Sendable {
        let store: Store
    }

    /// What a store does with time.
    public struct Time: StoreSubject, Sendable {
        let store: Store
    }
}

/// A subject of a store, which reads and changes the ledger for the store's customer.
protocol StoreSubject {
    var store: Store { get }
}

extension StoreSubject {
    var core: StoreCore { store.core }
    var catalog: Catalog { store.catalog }
    var clock: StoreClock { store.clock }
    var customerID: Customer.ID { store.customerID }

    func read<Result>(_ body: (LedgerReader) throws -> Result) throws(StoreError) -> Result {
        try store.read(body)
    }

    func readSettled<Result>(
        _ body: (LedgerReader) throws -> Result
    ) throws(StoreError) -> Result {
        try store.readSettled(body)
    }

    func change<Result>(
        _ body: (LedgerWriter, Date) throws -> Result
    ) throws(StoreError) -> Result {
        try store.change(body)
    }
}
