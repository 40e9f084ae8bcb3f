import EntitlementModel
import PostgreSQL

/// Finds customers by a whole name, by a prefix of the team's own identifier, or by a transaction.
struct CustomerSearch: Sendable {
    /// The maximum number of customers for a prefix.
    private static let limit = 20

    let reader: EntitlementReader

    private var database: any SQLDatabase { reader.database }

    /// A customer, and its other names.
    struct Match: Sendable {
        let customer: CustomerID
        let members: [CustomerID]
    }

    /// The customers in the order of their names.
    func customers(with text: String, in scope: PurchaseScope) async throws -> [Match] {
        let forms = [
            text, CustomerID.user(text).description, CustomerID.appTransaction(text).description,
        ]
        var names = Set(forms.compactMap { CustomerID($0) })
        names.formUnion(try await owners(of: text, in: scope))
        names.formUnion(try await users(with: text, in: scope))
        let sorted = names.sorted()
        let records = try await database.read(
            sorted.map { CustomerTables.record(of: ScopedCustomer(scope: scope, id: $0)) }
        )
        var roots: Set<CustomerID> = []
        for (name, result) in zip(sorted, records) {
            guard var row = result.rows.first else { continue }
            let record = try CustomerRecord(ScopedCustomer(scope: scope, id: name), &row)
            roots.insert(record.root ?? name)
        }
        let found = roots.sorted()
        let members = try await database.read(
            found.map { MemberTable.all(of: ScopedCustomer(scope: scope, id: $0)) }
        )
        return try zip(found, members).map { root, result in
            let names = try result.map { row throws(SQLError) in try row.nextCustomer() }
            return Match(customer: root, members: names.filter { $0 != root })
        }
    }

    /// The owners of the purchases with a transaction.
    private func owners(of id: String, in scope: PurchaseScope) async throws -> [CustomerID] {
        guard DocumentText.isIdentifier(id) else { return [] }
        let renewed: [String] = try await database.query(
            SearchTables.purchases(with: id, in: scope)
        ).column()
        let owners = try await database.read(
            (renewed + [id]).map {
                CustomerTables.owners(of: PurchaseKey(scope: scope, originalTransactionID: $0))
            }
        )
        return try owners.flatMap { result in
            let columns = try result.map { row throws(SQLError) in
                CustomerID.list(try row.nextIfPresent())
            }
            return columns.flatMap { $0 }
        }
    }

    private func users(
        with beginning: String,
        in scope: PurchaseScope
    ) async throws -> [CustomerID] {
        let name = CustomerID(beginning) ?? .user("")
        let prefix =
            if case .user = name { beginning } else { CustomerID.user(beginning).description }
        return try await database.query(
            SearchTables.customers(beginningWith: prefix, in: scope, limit: Self.limit)
        ).map { row throws(SQLError) in try row.nextCustomer() }
    }
}
