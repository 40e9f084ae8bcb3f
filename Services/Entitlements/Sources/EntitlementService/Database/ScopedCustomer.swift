import EntitlementModel
import PostgreSQL

/// A customer of an app in an environment.
struct ScopedCustomer: Hashable, Comparable, Sendable {
    let scope: PurchaseScope
    let id: CustomerID

    static func < (left: Self, right: Self) -> Bool {
        left.scope != right.scope ? left.scope < right.scope : left.id < right.id
    }
}

extension SQLRow {
    /// Reads the columns app and environment.
    mutating func nextScope() throws(SQLError) -> PurchaseScope {
        try nextScope(try next())
    }

    /// Reads the column environment, which follows that of an app.
    mutating func nextScope(_ app: String) throws(SQLError) -> PurchaseScope {
        let name: String = try next()
        guard let environment = PurchaseEnvironment(rawValue: name) else {
            throw .decoding("unknown environment \(name)")
        }
        return PurchaseScope(app: app, environment: environment)
    }

    /// Reads the columns app, environment and original transaction.
    mutating func nextPurchaseKey() throws(SQLError) -> PurchaseKey {
        PurchaseKey(scope: try nextScope(), originalTransactionID: try next())
    }
}
