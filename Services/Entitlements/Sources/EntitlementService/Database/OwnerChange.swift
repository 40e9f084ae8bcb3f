import EntitlementModel
import Foundation
import PostgreSQL

/// The owners of a changed purchase, before and after.
struct OwnerChange: Sendable {
    let key: PurchaseKey
    /// Whether the purchase was not known before.
    let isNew: Bool
    let former: UUID?
    let present: UUID?
    /// Whether the product is used up.
    ///
    /// Consumables are nothing to have, and some customers have thousands, so accounts do not list
    /// them.
    let isConsumable: Bool

    /// The customers whose entitlements may have changed.
    var customers: [ScopedCustomer] {
        guard !isConsumable else { return [] }
        return Set(isNew ? [present] : [former, present]).map { token in
            ScopedCustomer(
                scope: key.scope,
                id: token.map(CustomerID.account) ?? .originalTransaction(key.originalTransactionID)
            )
        }
    }
}

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
        let app: String = try next()
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
