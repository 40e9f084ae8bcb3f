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
        /// The versions of the customers behind the answer.
        let versions: [CustomerVersion]
        let entitlements: [Entitlement]
        /// The entitlements as JSON, for responses.
        let json: String
        /// The date of the entitlements.
        let now: Milliseconds
        /// The next date at which time changes the answer.
        let nextChange: Milliseconds?

        /// The entity tag of the answer (RFC 9110, 8.8.3).
        var entityTag: String {
            let digest = SHA256.hash(data: Array(json.utf8)).prefix(12)
            return "\"\(Data(digest).base64EncodedString())\""
        }
    }

    /// Reads the entitlements of a customer, now or at a date, by present knowledge.
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
            var versions = holding.versions
            if statements.isTester, customer.scope.environment == .production {
                let holdings = try await sandboxHoldings(of: holding.customer)
                versions += holdings.flatMap(\.versions)
                let purchases = try await periods(of: holdings, at: now)
                judgement.merge(rule.judge(purchases, at: now), source: .sandbox)
            }
            return Answer(
                holder: holding.customer,
                versions: versions,
                entitlements: judgement.entitlements,
                json: try EntitlementJSON(judgement.entitlements).text,
                now: now,
                nextChange: judgement.nextChange
            )
        }
    }

    /// The purchases of a customer, with the time of the database.
    private struct Holding {
        let customer: ScopedCustomer
        var time: Milliseconds = 0
        /// The versions of the names on the path to the customer, and its own.
        var versions: [CustomerVersion]
        var hasGrants = false
        /// The purchases, each once.
        var purchases: [String: Purchase] = [:]

        init(_ customer: ScopedCustomer) {
            self.customer = customer
            versions = [CustomerVersion(customer)]
        }
    }

    private func holding(of customer: ScopedCustomer) async throws -> Holding {
        var holding = try await read(try await database.owner(of: customer))
        // Follows a name that was linked in the meantime.
        for _ in 0..<3 {
            guard let root = holding.versions.last?.root, root != holding.customer.id
            else { break }
            let path = holding.versions
            holding = try await read(ScopedCustomer(scope: customer.scope, id: root))
            holding.versions = path + holding.versions
        }
        return holding
    }

    private func read(_ customer: ScopedCustomer) async throws -> Holding {
        var holding = Holding(customer)
        let result = try await database.query(CustomerTables.purchases(of: customer))
        for var row in result.rows {
            holding.time = try row.next()
            holding.versions = [try CustomerVersion(customer, &row)]
            holding.hasGrants = try row.next()
            guard let original: String = try row.nextIfPresent() else { continue }
            holding.purchases[original] = try Purchase(original, &row)
        }
        if result.rowCount == 0 {
            holding.time = try await ServiceClock().now(in: database)
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

    /// The sandbox purchases of a tester, for each name.
    private func sandboxHoldings(of customer: ScopedCustomer) async throws -> [Holding] {
        let sandbox = PurchaseScope(app: customer.scope.app, environment: .sandbox)
        guard apps.contains(sandbox) else { return [] }
        let members = try await database.query(MemberTable.all(of: customer))
            .map { row throws(SQLError) in try row.nextCustomer() }
        var holdings: [Holding] = []
        for id in [customer.id] + members {
            holdings.append(try await holding(of: ScopedCustomer(scope: sandbox, id: id)))
        }
        return holdings
    }

    /// The periods of purchases that several customers may have, each once.
    private func periods(
        of holdings: [Holding],
        at date: Milliseconds
    ) async throws -> [Purchase] {
        var periods: Set<Purchase> = []
        for holding in holdings { periods.formUnion(try await self.periods(of: holding, at: date)) }
        return Array(periods)
    }

    private func statements(of holding: Holding) async throws -> CustomerStatements {
        guard holding.hasGrants else { return CustomerStatements() }
        return try CustomerStatements(
            try await database.query(StatementTable.access(of: holding.customer))
        )
    }
}
