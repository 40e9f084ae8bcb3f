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

extension Store {
    /// The store of another customer, on the same open ledger.
    ///
    /// There is one for each customer as long as it is retained. A new one has this store's
    /// `confirmationPolicy` and `app`.
    ///
    /// - Throws: `.unknownCustomer` if the ledger has no such customer.
    public func acting(for id: Customer.ID) throws(StoreError) -> Store {
        if id == customerID, isSignedIn { return self }
        guard try read({ try $0.acting(for: id).hasCustomer() }) else {
            throw StoreError.unknownCustomer(id: id)
        }
        return core.stores.store(of: id) {
            Store(
                core,
                actingFor: id,
                confirmation: confirmationPolicy,
                receipts: ReceiptProvider(core.ledger, app: app, customerID: id)
            )
        }
    }

    /// The store of the customer with a name, who is added if the ledger has no such customer.
    public func acting(forCustomerNamed name: String) throws(StoreError) -> Store {
        if let id = try read({ try $0.customer(named: name)?.id }) { return try acting(for: id) }
        let id = try change { writer, _ in
            // Another process may have added the customer in the meantime.
            try writer.reader.customer(named: name)?.id ?? writer.addCustomer(named: name).id
        }
        return try acting(for: id)
    }

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

    /// - Throws: `.signedOut` if the customer is.
    func requireAccount() throws(StoreError) {
        guard isSignedIn else { throw StoreError.signedOut }
    }
}
