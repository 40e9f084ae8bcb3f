package import EntitlementModel
package import PostgreSQL

/// Schedules events for another delivery.
package struct EventReplay: Sendable {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Schedules the dead letters of all customers, and the events after them.
    ///
    /// - Returns: The number of customers.
    package func replayDeadLetters() async throws -> Int {
        var count = 0
        while true {
            let found = try await database.query(EventTables.deadLetters(limit: 500))
            for var row in found.rows {
                let customer = ScopedCustomer(
                    scope: try row.nextScope(),
                    id: try row.nextCustomer()
                )
                try await replay(customer, from: try row.next())
                count += 1
            }
            if found.rowCount == 0 { return count }
        }
    }

    /// The statements that schedule events again, and remove the dead letters among them.
    static func statements(_ customer: ScopedCustomer, from sequence: Int64) -> [Statement] {
        [
            EventTables.replay(customer, from: sequence),
            EventTables.removeDeadLetters(of: customer, from: sequence),
        ]
    }

    /// Schedules events again, and removes the dead letters among them.
    @discardableResult
    private func replay(_ customer: ScopedCustomer, from sequence: Int64) async throws -> Int {
        try await database.transaction { session in
            let results = try await session.run(Self.statements(customer, from: sequence))
            return Commit(results[0].changedRowCount)
        }
    }

    /// Schedules the events of a customer from a sequence on.
    ///
    /// - Returns: The number of customers: 1, or 0 if there is no such event.
    package func replay(
        customer: String,
        app: String,
        environment: PurchaseEnvironment,
        from sequence: Int64
    ) async throws -> Int {
        guard let id = CustomerID(customer) else { return 0 }
        let scope = PurchaseScope(app: app, environment: environment)
        let name = ScopedCustomer(scope: scope, id: id)
        return try await replay(try await database.owner(of: name), from: sequence)
    }
}
