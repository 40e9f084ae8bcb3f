import Crypto
import EntitlementModel
import Foundation
import PostgreSQL
import Tracing

/// Reads and judges the entitlements of customers.
struct EntitlementReader: Sendable {
    let database: any SQLDatabase
    let apps: AppDirectory
    let clock: ServiceClock

    /// The entitlements of a customer.
    struct Answer: Sendable {
        /// The root of the name.
        let holder: ScopedCustomer
        let entitlements: [Entitlement]
        /// The entitlements as responses have them.
        let json: String
        /// The time by which they were judged.
        let now: Milliseconds
        /// When time changes the answer.
        let nextChange: Milliseconds?

        /// The entity tag of the answer (RFC 9110, 8.8.3).
        var entityTag: String {
            let digest = SHA256.hash(data: Array(json.utf8)).prefix(12)
            return "\"\(Data(digest).base64EncodedString())\""
        }
    }

    /// Reads the entitlements of a customer now, or at another time by what is known now.
    func answer(
        for customer: ScopedCustomer,
        at date: Milliseconds? = nil
    ) async throws -> Answer {
        try await withSpan("read entitlements") { _ in
            let holding = try await holding(of: customer)
            let now = date ?? clock.now(holding.time)
            let statements = try await statements(of: holding)
            let rule = apps.rule(of: customer.scope.app)
            var judgement = rule.judge(
                try await periods(of: holding, at: now),
                statements.grants.values,
                at: now
            )
            if statements.isTester, customer.scope.environment == .production {
                let purchases = try await sandboxPeriods(of: holding.customer, at: now)
                judgement.merge(rule.judge(purchases, at: now), source: .sandbox)
            }
            return Answer(
                holder: holding.customer,
                entitlements: judgement.entitlements,
                json: try EntitlementJSON(judgement.entitlements).text,
                now: now,
                nextChange: judgement.nextChange
            )
        }
    }

    /// What a customer has, with the time of the database.
    private struct Holding {
        var customer: ScopedCustomer
        var time: Milliseconds
        var root: CustomerID?
        var hasGrants = false
        /// The purchases, each once.
        var purchases: [String: Purchase] = [:]
    }

    private func holding(of customer: ScopedCustomer) async throws -> Holding {
        var holding = try await read(try await database.owner(of: customer))
        // A name that was linked in between is looked at once more.
        for _ in 0..<3 {
            guard let root = holding.root, root != holding.customer.id else { break }
            holding = try await read(ScopedCustomer(scope: customer.scope, id: root))
        }
        return holding
    }

    private func read(_ customer: ScopedCustomer) async throws -> Holding {
        let result = try await database.query(CustomerTables.purchases(of: customer))
        guard result.rowCount > 0 else {
            let time: [Milliseconds] = try await database.query(Clock.statement).column()
            return Holding(customer: customer, time: time.first ?? Milliseconds(Date()))
        }
        var holding = Holding(customer: customer, time: 0)
        for var row in result.rows {
            holding.time = try row.next()
            holding.root = try row.nextCustomerIfPresent()
            holding.hasGrants = try row.next()
            guard let original: String = try row.nextIfPresent() else { continue }
            holding.purchases[original] = try Purchase(original, &row)
        }
        return holding
    }

    /// The periods of purchases at a date, and those that begin later.
    private func periods(of holding: Holding, at date: Milliseconds) async throws -> [Purchase] {
        var periods: [Purchase] = []
        for (id, purchase) in holding.purchases {
            guard purchase.purchaseDate > date else {
                periods.append(purchase)
                continue
            }
            let key = PurchaseKey(scope: holding.customer.scope, originalTransactionID: id)
            let history = try await database.history(of: key)
            periods += history.periods(at: date)
        }
        return periods
    }

    /// What the names of a tester have in the sandbox.
    private func sandboxPeriods(
        of customer: ScopedCustomer,
        at date: Milliseconds
    ) async throws -> [Purchase] {
        let sandbox = PurchaseScope(app: customer.scope.app, environment: .sandbox)
        guard apps.contains(sandbox) else { return [] }
        let members = try await database.query(MemberTable.all(of: customer))
            .map { row throws(SQLError) in try row.nextCustomer() }
        var holdings: [ScopedCustomer: Holding] = [:]
        for id in [customer.id] + members {
            let holding = try await holding(of: ScopedCustomer(scope: sandbox, id: id))
            holdings[holding.customer] = holding
        }
        var purchases: [String: [Purchase]] = [:]
        for holding in holdings.values {
            for purchase in try await periods(of: holding, at: date) {
                purchases[purchase.originalTransactionID, default: []].append(purchase)
            }
        }
        return purchases.values.flatMap { Array(Set($0)) }
    }

    private func statements(of holding: Holding) async throws -> CustomerStatements {
        guard holding.hasGrants else { return CustomerStatements() }
        return try CustomerStatements(
            try await database.query(StatementTable.access(of: holding.customer))
        )
    }
}
