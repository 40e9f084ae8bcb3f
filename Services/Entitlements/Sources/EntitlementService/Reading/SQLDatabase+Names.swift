import EntitlementModel
import PostgreSQL

extension SQLDatabase {
    /// Returns the first owner of an original transaction; other names stand for themselves.
    func owner(of customer: ScopedCustomer) async throws -> ScopedCustomer {
        guard case .originalTransaction(let id) = customer.id else { return customer }
        let key = PurchaseKey(scope: customer.scope, originalTransactionID: id)
        let result = try await query(CustomerTables.owners(of: key))
        guard var row = result.rows.first,
            let owner = CustomerID.list(try row.nextIfPresent()).first
        else { return customer }
        return ScopedCustomer(scope: customer.scope, id: owner)
    }

    /// Reads all that is known of a purchase.
    func history(of key: PurchaseKey) async throws -> PurchaseHistory {
        try PurchaseHistory(key, try await read(PurchaseTables.live.history(of: key))[...])
    }

    /// Returns the root of a name, by the name's row.
    func holder(of name: ScopedCustomer) async throws -> ScopedCustomer {
        try await query(CustomerTables.record(of: name)).holder(of: name) ?? name
    }
}

extension SQLResult {
    /// Reads the root of a name from the result of ``CustomerTables/record(of:)``; `nil` if the
    /// name is unknown.
    func holder(of name: ScopedCustomer) throws(SQLError) -> ScopedCustomer? {
        guard var row = rows.first else { return nil }
        return try CustomerRecord(name, &row).otherRoot ?? name
    }
}
