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
            let result = try await database.query(PurchaseQuery.purchases(of: customer))
            let (time, purchases) = try PurchaseQuery.decode(result)
            let now = date ?? clock.now(time)
            let periods = try await PurchaseQuery.addPeriods(
                to: purchases.map { ScopedPurchase(scope: customer.scope, purchase: $0) },
                at: now
            ) { try await database.query($0) }
            let rule = apps.rule(of: customer.scope.app)
            let judgement = rule.judge(periods.map(\.purchase), at: now)
            return Answer(
                entitlements: judgement.entitlements,
                json: try EntitlementJSON(judgement.entitlements).text,
                now: now,
                nextChange: judgement.nextChange
            )
        }
    }
}
