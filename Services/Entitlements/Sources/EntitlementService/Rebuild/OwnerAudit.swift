import EntitlementModel
import PostgreSQL

/// A comparison of purchases with the customers' copies.
struct OwnerAudit {
    private static let limit = 200

    /// Runs statements.
    let read: @Sendable ([Statement]) async throws -> [SQLResult]

    /// Returns the purchases with missing, different or stray copies.
    func run() async throws -> [PurchaseKey] {
        try await missing() + strays().map(\.key)
    }

    /// A copy of a purchase that its customer should not have.
    struct Stray: Hashable, Sendable {
        let copies: RebuildTables.Copies
        let key: PurchaseKey
        let name: CustomerID
        let customer: ScopedCustomer
    }

    /// The purchases for which an owner has no copy, or a different one.
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
        let known = try KnownPurchase(key, try await read(PurchaseTables.live.read(key))[...])
        guard let purchase = known.state.purchase else { return true }
        guard !purchase.isConsumable else {
            guard let owner = known.state.owners.first else { return true }
            return try await units(of: key, owner) == known.history.units
        }
        for owner in known.state.owners {
            let owned = try await owned(key, owner)
            guard let owned, owned.isOwned, owned.purchase == purchase else { return false }
        }
        return true
    }

    /// The customer that a name belongs to; `nil` if the name is unknown.
    private func holder(of owner: CustomerID, _ key: PurchaseKey) async throws -> ScopedCustomer? {
        let name = ScopedCustomer(scope: key.scope, id: owner)
        return try await read([CustomerTables.record(of: name)])[0].holder(of: name)
    }

    private func owned(_ key: PurchaseKey, _ owner: CustomerID) async throws -> OwnedPurchase? {
        guard let holder = try await holder(of: owner, key) else { return nil }
        return try await read([OwnedPurchaseTable.all(of: holder)])[0]
            .map { row throws(SQLError) in try OwnedPurchase(holder, &row) }
            .compactMap { $0 }
            .first { $0.key == key && $0.name == owner }
    }

    private func units(of key: PurchaseKey, _ owner: CustomerID) async throws -> Int64? {
        guard let holder = try await holder(of: owner, key) else { return nil }
        for var row in try await read([CreditTable.purchases(of: holder)])[0].rows {
            let part = try Belongings.Part(key.scope, &row)
            if part.key == key, part.name == owner { return try row.next() }
        }
        return nil
    }

    /// Whether the outbox has news for the customers of a purchase.
    private func isUnderWay(_ key: PurchaseKey) async throws -> Bool {
        try await read([OutboxTable.changes(of: .purchase(key))])[0].rowCount > 0
    }

    /// Returns the stray copies.
    func strays() async throws -> [Stray] {
        var strays: [Stray] = []
        for copies in RebuildTables.Copies.allCases {
            var place: [String]? = ["", "", "", "", ""]
            while let last = place {
                let page = RebuildTables.copies(copies, after: last, limit: Self.limit)
                let rows = try await read([page])[0].map { row throws(SQLError) in
                    var texts: [String] = []
                    for _ in last { texts.append(try row.next()) }
                    return texts
                }
                for row in rows {
                    let stray = try Stray(copies, row)
                    if try await isStray(stray) { strays.append(stray) }
                }
                place = rows.count == Self.limit ? rows.last : nil
            }
        }
        return strays
    }

    /// Whether a copy is stray: the purchase or the name belongs to another customer, or the
    /// purchase to the other table.
    func isStray(_ copy: Stray) async throws -> Bool {
        var row = try await read([CustomerTables.owners(of: copy.key)])[0].rows.first
        let owners = CustomerID.list(try row?.nextIfPresent())
        let isConsumable = try row?.next() ?? false
        let isOwner =
            switch copy.copies {
            case .owned: !isConsumable && owners.contains(copy.name)
            case .credits: isConsumable && owners.first == copy.name
            }
        guard isOwner else { return try await !isUnderWay(copy.key) }
        guard try await holder(of: copy.name, copy.key) != copy.customer else { return false }
        let name = ScopedCustomer(scope: copy.key.scope, id: copy.name)
        return try await read([OutboxTable.changes(of: .move(name))])[0].rowCount == 0
    }
}

extension OwnerAudit.Stray {
    /// Reads a row of ``RebuildTables/copies(_:after:limit:)``.
    fileprivate init(_ copies: RebuildTables.Copies, _ row: [String]) throws(SQLError) {
        guard let environment = PurchaseEnvironment(rawValue: row[1]) else {
            throw .decoding("unknown environment \(row[1])")
        }
        let scope = PurchaseScope(app: row[0], environment: environment)
        self.init(
            copies: copies,
            key: PurchaseKey(scope: scope, originalTransactionID: row[3]),
            name: try CustomerID(column: row[4]),
            customer: ScopedCustomer(scope: scope, id: try CustomerID(column: row[2]))
        )
    }

    /// The statement that removes the copy.
    var removal: Statement { .removal(of: key, name, at: customer, from: copies.table) }
}
