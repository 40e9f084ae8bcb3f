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
        try await run(EventTables.replay(nil, from: 1))
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
        return try await run(
            EventTables.replay(ScopedCustomer(scope: scope, id: id), from: sequence)
        )
    }

    private func run(_ statements: [Statement]) async throws -> Int {
        try await database.transaction { session in
            let results = try await session.run(statements)
            return Commit(results[0].changedRowCount)
        }
    }
}
