import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import Testing

@testable import EntitlementService

/// Reported changes, and additions by later documents.
@Suite struct RetellingTests {
    private static let bought = TransactionPayload.make()

    @Test func `details that come after a receipt are no second purchase`() async throws {
        let service = try await TestService()
        try await service.record([TransactionFact(Self.bought, signed: .start, isOfReceipt: true)])
        let signed = TransactionFact(Self.bought, signed: .start + 1, digest: 1)
        try await service.record([signed])
        let owners = Set(try await service.told.map(\.customer))
        for owner in owners {
            let reasons = try await service.told.filter { $0.customer == owner }.map(\.reason)
            #expect(reasons.count { $0 == "started" } == 1)
        }
    }

    @Test func `a period that is extended is a change, and no renewal`() async throws {
        let service = try await TestService()
        try await service.receive(Self.bought)
        let extended = TransactionPayload.make(
            expires: .start + 45 * .day,
            signed: .start + 1 * .day
        )
        service.clock.set(to: Milliseconds(.start + 1 * .day))
        try await service.receive(extended)
        #expect(try await service.told.map(\.reason) == ["started", "changed"])
        #expect(try await service.entitlements().map(\.until) == [.start + 45 * .day])
    }

    @Test(arguments: [
        "UPDATE entitlements_state.owned_purchase SET expires_at = 1",
        "DELETE FROM entitlements_state.owned_purchase",
        "UPDATE entitlements_state.purchase SET is_revoked = true, expires_at = 1",
        "UPDATE entitlements_state.transaction SET price = NULL, details_digest = ''",
    ])
    func `a repair mends state and copies, and tells no past`(change: String) async throws {
        let service = try await TestService(at: .start + 31 * .day)
        try await service.receive(Self.bought)
        try await service.receive(.renewal())
        let told = try await service.told.count
        _ = try await service.connections.query(Statement(change))
        let rebuild = Rebuild(apps: service.apps, database: service.database, clock: service.clock)
        #expect(try await !rebuild.run().isEqual)
        try await rebuild.repair()
        #expect(try await rebuild.run().isEqual)
        #expect(try await service.told.count == told)
        #expect(try await service.entitlements().map(\.until) == [.start + 60 * .day])
    }

    @Test func `a change that is signed a little ahead is told at once`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make(signed: .start))
        let refund = TransactionPayload.make(
            signed: .start + 2,
            revoked: .start + 2
        )
        try await service.receive(refund)
        #expect(try await service.told.map(\.reason) == ["started", "refunded"])
        // An older document doesn't make the purchase the last change again.
        let renewalInfo = RenewalInfoPayload.make(signed: .start + 1)
        try await service.receive(
            try service.appStore.notification(.subscribed, .make(signed: .start), renewalInfo)
        )
        #expect(try await service.told.map(\.reason) == ["started", "refunded"])
        service.clock.set(to: Milliseconds(.start + 10))
        try await service.receive(
            TransactionPayload.make(signed: .start + 9, revoked: .start + 2)
        )
        #expect(try await service.told.count == 2)
    }
}

extension TestService {
    /// The customers and the reasons of events, in order.
    fileprivate var told: [(customer: String, reason: String)] {
        get async throws {
            let statement = Statement(
                "SELECT customer, cause FROM entitlements.event ORDER BY customer, sequence"
            )
            return try await connections.query(statement).map { row throws(SQLError) in
                (try row.next(), try row.nextEntry()?.reason.rawValue ?? "changed")
            }
        }
    }
}
