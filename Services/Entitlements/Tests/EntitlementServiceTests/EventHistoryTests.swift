import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import Testing

@testable import EntitlementService

/// Events that come late, by time, and by grants of linked names.
@Suite struct EventHistoryTests {
    private static let account = CustomerID.account(.account)
    private static let user = CustomerID.user("42")

    @Test func `a change before a known one is late, and the last one is reported after it`()
        async throws
    {
        let service = try await TestService(at: .start + 31 * .day)
        try await service.receive(TransactionPayload.renewal())
        try await service.receive(TransactionPayload.make())
        let events = """
            SELECT sequence, cause::json ->> 'reason', cause::json ->> 'transactionId', is_late,
                type
            FROM entitlements.event ORDER BY sequence
            """
        #expect(
            try await service.rows(events) == [
                "(1,started,101,f,entitlements.granted)",
                "(2,started,100,t,entitlements.unchanged)",
                "(3,renewed,101,f,entitlements.unchanged)",
            ]
        )
    }

    @Test func `the last event that is not late is the same in any order of documents`()
        async throws
    {
        let documents = [
            TransactionPayload.make(), .renewal(), .renewal(revoked: .start + 35 * .day),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 36 * .day) {
            service async throws in
            let last = """
                SELECT cause FROM entitlements.event WHERE NOT is_late
                ORDER BY sequence DESC LIMIT 1
                """
            let causes: [String] = try await service.connections.query(Statement(last)).column()
            let entry = try TimelineEntry(json: try #require(causes.first))
            #expect(entry.reason == .refunded)
            #expect(entry.transactionID == "101")
            #expect(entry.date == Milliseconds(.start + 35 * .day))
            #expect(entry.periodEnd == Milliseconds(.start + 60 * .day))
        }
    }

    @Test func `a renewal that comes after its end grants again`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        service.clock.set(to: Milliseconds(.start + 30 * .day))
        #expect(try await service.settle() == 1)
        service.clock.set(to: Milliseconds(.start + 31 * .day))
        try await service.receive(TransactionPayload.renewal())
        let events = """
            SELECT cause::json ->> 'reason', is_late, type FROM entitlements.event
            ORDER BY sequence
            """
        #expect(
            try await service.rows(events) == [
                "(started,f,entitlements.granted)", "(expired,f,entitlements.revoked)",
                "(renewed,f,entitlements.granted)",
            ]
        )
    }

    @Test(arguments: [(false, 90.0), (true, 120.0)])
    func `billing retry ends by an event after sixty days, or ninety in a commitment`(
        isBilledMonthly: Bool,
        end: Double
    ) async throws {
        let service = try await TestService()
        var bought = TransactionPayload.make()
        if isBilledMonthly { bought.billingPlanType = .monthly }
        try await service.receive(
            try service.appStore.notification(.subscribed, bought, .make())
        )
        let failed = Date.start + 30 * .day
        service.clock.set(to: Milliseconds(failed))
        try await service.receive(
            try service.appStore.notification(
                .didFailToRenew,
                bought,
                .make(signed: failed, isInRetry: true)
            )
        )
        let last = Milliseconds(.start + end * .day)
        service.clock.set(to: last - 1)
        #expect(try await service.settle() == 0)
        #expect(try await service.entitlements().map(\.isGranted) == [false])
        service.clock.set(to: last)
        #expect(try await service.settle() == 1)
        #expect(try await service.entitlements().isEmpty)
        let events = """
            SELECT cause::json ->> 'reason', type FROM entitlements.event ORDER BY sequence
            """
        #expect(
            try await service.rows(events) == [
                "(started,entitlements.granted)", "(billingIssue,entitlements.revoked)",
                "(expired,entitlements.changed)",
            ]
        )
    }

    @Test func `a grant that has already ended is stated, and is no event`() async throws {
        let service = try await TestService(at: .start + .day)
        let grant = Grant(name: "gift", until: Milliseconds(.start), reason: "a")
        try await service.ledger.customers.state(
            about: ScopedCustomer(scope: .shop, id: Self.account),
            by: "test",
            in: service.database
        ) { _ in (.init(content: .grant(grant)), ()) }
        #expect(try await service.entitlements().isEmpty)
        #expect(try await service.settle() == 0)
        #expect(try await service.reasons(of: Self.account) == [])
        let stated = "SELECT kind, actor FROM entitlements.statement"
        #expect(try await service.rows(stated) == ["(grant,test)"])
    }

    @Test func `a grant of a linked name ends at the customer, and is its own after the link`()
        async throws
    {
        let service = try await TestService()
        let end = Milliseconds(.start + 2 * .day)
        for (name, until) in [("gift", end), ("press", end + .day)] {
            try await service.ledger.customers.state(
                about: ScopedCustomer(scope: .shop, id: Self.account),
                by: "test",
                in: service.database
            ) { _ in (.init(content: .grant(Grant(name: name, until: until, reason: "a"))), ()) }
        }
        try await service.grant("endless", to: Self.user)
        try await service.link(Self.account, to: Self.user)
        let before = try await service.entitlements(of: Self.user)
        #expect(before.map(\.name) == ["endless", "gift", "press"])
        let day = TimeInterval.day
        let ends: [Date?] = [nil, .start + 2 * day, .start + 3 * day]
        #expect(before.map(\.until) == ends)
        service.clock.set(to: end)
        #expect(try await service.settle() == 1)
        #expect(try await service.reasons(of: Self.user).last == "expired")
        #expect(try await service.reasons(of: Self.account).last == "transferred")
        try await service.unlink(Self.account, from: Self.user)
        #expect(try await service.entitlements(of: Self.account).map(\.name) == ["press"])
        #expect(try await service.entitlements(of: Self.user).map(\.name) == ["endless"])
    }
}
