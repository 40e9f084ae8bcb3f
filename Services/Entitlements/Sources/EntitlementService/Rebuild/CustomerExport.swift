package import EntitlementModel
import Foundation
package import PostgreSQL

/// Everything known about one customer, under all names.
package struct CustomerExport: Sendable {
    private static let ofCustomers = [
        "entitlements.customer", "entitlements.member", "entitlements.statement",
        "entitlements.event", "entitlements.delivery", "entitlements.dead_letter",
        "entitlements_state.owned_purchase", "entitlements_state.credit",
    ]
    private static let ofPurchases = [
        "entitlements_state.purchase", "entitlements_state.transaction",
        "entitlements_state.renewal", "entitlements.consumption_request",
    ]

    private let database: any SQLDatabase
    private let name: ScopedCustomer

    /// Creates an export; `nil` if the text isn't the name of a customer.
    package init?(_ database: any SQLDatabase, _ name: String, _ scope: PurchaseScope) {
        guard let id = CustomerID(name) else { return nil }
        self.database = database
        self.name = ScopedCustomer(scope: scope, id: id)
    }

    /// Passes each row on as a JSON object in one line, with the name of its table.
    package func forEachLine(_ body: (String) throws -> Void) async throws {
        let root = try await database.holder(of: try await database.owner(of: name))
        let belongings = try await database.transaction { session in
            Commit(try await Belongings(of: root, session))
        }
        for id in [root.id] + belongings.members {
            let customer = ScopedCustomer(scope: name.scope, id: id)
            for table in Self.ofCustomers {
                try await write(table, "customer", customer.values, body)
            }
        }
        for key in belongings.keys {
            for table in Self.ofPurchases {
                try await write(table, "original_id", key.values, body)
            }
            try await write("entitlements.document", "shard_key", key.values, body)
        }
    }

    private func write(
        _ table: String,
        _ key: String,
        _ values: [SQLValue],
        _ body: (String) throws -> Void
    ) async throws {
        let rows = ExportTables.rows(of: table, key, values)
        let lines: [String] = try await database.query(rows).column()
        for line in lines {
            try body(JSON.object(["table": .string(table), "row": .written(line)]).text)
        }
    }
}
