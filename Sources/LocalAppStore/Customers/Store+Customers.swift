import Foundation
import StoreLedger
import StoreModel

// The customers of the ledger.
extension Store {
    /// The customer that the store acts for.
    public var customer: Customer {
        get throws(StoreError) { try read { try $0.customer() } }
    }
}

extension Store.Customers {
    /// All customers of the ledger, in the order in which they were added.
    public func all() throws(StoreError) -> [Customer] {
        try store.read { try $0.allCustomers() }
    }

    /// Adds a customer, who has bought nothing and has no family.
    ///
    /// - Throws: `.customerExists` if the ledger has a customer with the name.
    @discardableResult
    public func add(named name: String) throws(StoreError) -> Customer {
        try store.change { writer, _ in
            guard try writer.reader.customer(named: name) == nil else {
                throw StoreError.customerExists(name: name)
            }
            return try writer.addCustomer(named: name)
        }
    }

    /// The customer whose transaction has an `id`; `nil` if it is unknown.
    public func customer(ofEntry id: Int64) throws(StoreError) -> Customer? {
        try store.read { reader in
            try reader.anyEntry(id).map { try reader.acting(for: $0.customerID).customer() }
        }
    }
}

extension Store.Customers {
    /// The store of a customer, on the same open ledger.
    ///
    /// There is one for each customer as long as it is retained. A new one has this store's
    /// `confirmationPolicy` and `app`.
    ///
    /// - Throws: `.unknownCustomer` if the ledger has no such customer.
    public func acting(for id: Customer.ID) throws(StoreError) -> Store {
        if id == store.customerID, store.isSignedIn { return store }
        guard try store.read({ try $0.acting(for: id).hasCustomer() }) else {
            throw StoreError.unknownCustomer(id: id)
        }
        return store.core.stores.store(of: id) {
            Store(
                store.core,
                actingFor: id,
                confirmation: store.confirmationPolicy,
                receipts: ReceiptProvider(store.core.ledger, app: store.app, customerID: id)
            )
        }
    }

    /// Returns the store of the customer with a name; adds the customer if the name is new.
    public func acting(addingIfNeeded name: String) throws(StoreError) -> Store {
        func present(in reader: LedgerReader) throws -> Customer.ID? {
            try reader.customer(named: name)?.id
        }
        if let id = try store.read(present) { return try acting(for: id) }
        let id = try store.change { writer, _ in
            // Another process may have added the customer in the meantime.
            try present(in: writer.reader) ?? writer.addCustomer(named: name).id
        }
        return try acting(for: id)
    }
}

extension Store {
    /// The store for an app after the customer has signed out: products and settings are available,
    /// the receipt stays, and every call that needs an account throws `.signedOut`.
    package func signedOut() -> Store {
        guard isSignedIn else { return self }
        let store = Store(
            core,
            actingFor: customerID,
            isSignedIn: false,
            confirmation: confirmationPolicy,
            receipts: receipts,
            faults: faults
        )
        core.stores.add(store)
        return store
    }

    /// The store as the customer meets it on another device, where faults are not this one's.
    package func onOtherDevice() -> Store {
        let store = Store(
            core,
            actingFor: customerID,
            confirmation: confirmationPolicy,
            receipts: receipts
        )
        core.stores.add(store)
        return store
    }

    /// - Throws: `.signedOut` if the customer is.
    package func requireAccount() throws(StoreError) {
        guard isSignedIn else { throw StoreError.signedOut }
    }
}
