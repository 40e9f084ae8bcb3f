import EntitlementModel
import PostgreSQL

/// The purchases of a customer, under all its names.
struct Belongings: Hashable, Sendable {
    let members: [CustomerID]
    private let parts: Set<Part>

    /// A purchase of a name, at the revision that the customer has.
    struct Part: Hashable {
        let key: PurchaseKey
        let name: CustomerID
        let revision: Int64
    }

    /// The purchases, in order.
    var keys: [PurchaseKey] { Set(parts.map(\.key)).sorted() }

    /// The purchases of one name, in order.
    func keys(of name: CustomerID) -> [PurchaseKey] {
        Set(parts.filter { $0.name == name }.map(\.key)).sorted()
    }

    /// Reads the belongings of a customer, including purchases it no longer owns.
    init(of customer: ScopedCustomer, _ session: any SQLSession) async throws {
        let results = try await session.run([
            MemberTable.all(of: customer), OwnedPurchaseTable.all(of: customer),
            CreditTable.purchases(of: customer),
        ])
        members = try results[0].map { row throws(SQLError) in try row.nextCustomer() }
        let owned = try results[1]
            .map { row throws(SQLError) in try OwnedPurchase(customer, &row) }
            .compactMap { $0 }
            .map { Part(key: $0.key, name: $0.name, revision: $0.revision) }
        let credited = try results[2].map { row throws(SQLError) in
            try Part(customer.scope, &row)
        }
        parts = Set(owned + credited)
    }
}

extension Belongings.Part {
    /// Reads the first columns of a row of ``CreditTable/purchases(of:)``, before the units.
    init(_ scope: PurchaseScope, _ row: inout SQLRow) throws(SQLError) {
        self.init(
            key: PurchaseKey(scope: scope, originalTransactionID: try row.next()),
            name: try row.nextCustomer(),
            revision: try row.next()
        )
    }
}
