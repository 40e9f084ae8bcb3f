package import EntitlementModel
import Foundation
package import PostgreSQL

/// Schedules events for another delivery.
package struct EventReplay: Sendable {
    private let database: any SQLDatabase
    private let customers: CustomerLedger

    /// - Parameters:
    ///   - database: The database, in the current schema.
    ///   - apps: The apps that are served.
    ///   - clock: The clock of the audit log.
    package init(_ database: any SQLDatabase, apps: AppDirectory, clock: ServiceClock) {
        self.database = database
        customers = CustomerLedger(apps: apps, clock: clock, deliversEvents: true)
    }

    /// Schedules the dead letters of all customers, and the events after them.
    ///
    /// - Returns: The number of customers.
    package func replayDeadLetters() async throws -> Int {
        var count = 0
        // Each customer once, because a missing event becomes a dead letter again.
        var last: ScopedCustomer?
        while true {
            let page = EventTables.deadLetters(after: last, limit: 500)
            let found = try await database.query(page)
            for var row in found.rows {
                let customer = ScopedCustomer(
                    scope: try row.nextScope(),
                    id: try row.nextCustomer()
                )
                let statements = Self.statements(customer, from: try row.next())
                try await database.transaction { _ in Commit((), after: statements) }
                last = customer
                count += 1
            }
            if found.rowCount == 0 { return count }
        }
    }

    /// The statements that schedule events again, and remove the dead letters among them.
    private static func statements(_ customer: ScopedCustomer, from sequence: Int64) -> [Statement]
    {
        [
            EventTables.replay(customer, from: sequence),
            EventTables.removeDeadLetters(of: customer, from: sequence),
        ]
    }

    /// Schedules the events of a customer from a sequence on, with a statement in the audit log.
    ///
    /// - Parameters:
    ///   - id: Any name of the customer.
    ///   - scope: The app and environment.
    ///   - sequence: The sequence of the first event, 1 or more.
    ///   - actor: The person or program that replays.
    /// - Returns: The customer and the number of events; `nil` if the name is unknown.
    /// - Throws: An `SQLError`.
    package func replay(
        _ id: CustomerID,
        in scope: PurchaseScope,
        from sequence: Int64,
        by actor: String
    ) async throws -> (customer: CustomerID, events: Int64)? {
        let name = try await database.owner(of: ScopedCustomer(scope: scope, id: id))
        guard try await database.query(CustomerTables.record(of: name)).rowCount > 0
        else { return nil }
        return try await customers.lockingRoot(of: name, in: database) { known, now, session in
            let customer = known.record.customer
            let statement = CustomerStatement(
                id: UUID(),
                customer: name.id,
                date: now,
                actor: actor,
                content: .replay(from: sequence)
            )
            let end =
                try Self.statements(customer, from: sequence)
                + [StatementTable.insert(statement, at: customer)]
            let count = max(0, known.record.sequence - sequence + 1)
            return Commit((customer.id, count), after: end)
        }
    }
}
