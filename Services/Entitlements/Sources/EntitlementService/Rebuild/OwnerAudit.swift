import EntitlementModel
import PostgreSQL

/// A comparison of purchases with what customers have of them.
struct OwnerAudit {
    private static let limit = 200

    /// Runs statements.
    let read: ([Statement]) async throws -> [SQLResult]

    /// Returns the purchases that a customer has otherwise than they are, or that none has.
    func run() async throws -> [PurchaseKey] {
        try await missing() + strays()
    }

    /// The purchases that an owner does not have.
    private func missing() async throws -> [PurchaseKey] {
        var missing: [PurchaseKey] = []
        var last: PurchaseKey?
        while true {
            let page = RebuildTables.keys(of: .live, after: last, limit: Self.limit)
            let keys = try await read([page])[0]
                .map { row throws(SQLError) in try row.nextPurchaseKey() }
            for key in keys where try await !hasOwners(key) {
                if try await !isUnderWay(key) { missing.append(key) }
            }
            guard keys.count == Self.limit else { return missing }
            last = keys.last
        }
    }

    private func hasOwners(_ key: PurchaseKey) async throws -> Bool {
        let results = try await read(PurchaseTables.live.read(key))
        let state = try KnownPurchase(key, results[...]).state
        guard let purchase = state.purchase, !purchase.isConsumable else { return true }
        for owner in state.owners {
            let name = ScopedCustomer(scope: key.scope, id: owner)
            guard var row = try await read([CustomerTables.record(of: name)])[0].rows.first
            else { return false }
            let holder = try CustomerRecord(name, &row).otherRoot ?? name
            let owned = try await read([OwnedPurchaseTable.all(of: holder)])[0]
                .map { row throws(SQLError) in try OwnedPurchase(holder, &row) }
                .first {
                    $0?.originalTransactionID == key.originalTransactionID && $0?.name == owner
                }
            guard let owned = owned ?? nil, owned.isOwned, owned.purchase == purchase
            else { return false }
        }
        return true
    }

    /// Whether the customers of a purchase have yet to be told.
    private func isUnderWay(_ key: PurchaseKey) async throws -> Bool {
        try await read([OutboxTable.changes(of: .purchase(key))])[0].rowCount > 0
    }

    /// The purchases that a customer has without being an owner.
    private func strays() async throws -> [PurchaseKey] {
        var strays: [PurchaseKey] = []
        var place = ["", "", "", "", ""]
        while true {
            let page = RebuildTables.owned(after: place, limit: Self.limit)
            let rows = try await read([page])[0].map { row throws(SQLError) -> [String] in
                [try row.next(), try row.next(), try row.next(), try row.next(), try row.next()]
            }
            for row in rows {
                guard let environment = PurchaseEnvironment(rawValue: row[1]) else { continue }
                let key = PurchaseKey(
                    scope: PurchaseScope(app: row[0], environment: environment),
                    originalTransactionID: row[3]
                )
                let owners = try await read([CustomerTables.owners(of: key)])[0].rows.first
                var owner = owners
                let names = CustomerID.list(try owner?.nextIfPresent())
                let isStray = !names.contains { $0.description == row[4] }
                if isStray, try await !isUnderWay(key) { strays.append(key) }
            }
            guard let last = rows.last, rows.count == Self.limit else { return strays }
            place = last
        }
    }
}
