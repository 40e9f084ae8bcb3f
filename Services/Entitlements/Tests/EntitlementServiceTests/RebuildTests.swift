import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct RebuildTests {
    @Test func `a rebuild comes to what is served`() async throws {
        let service = try await Self.serviceWithHistory()
        let report = try await Rebuild(apps: service.apps, database: service.database).run()
        #expect(report.isEqual)
        #expect(report.documents == 5)
        #expect(report.purchases == 3)
        // A second rebuild starts from the beginning.
        #expect(try await Rebuild(apps: service.apps, database: service.database).run() == report)
    }

    @Test(arguments: [
        "UPDATE entitlements_state.purchase SET is_revoked = true WHERE original_id = '100'",
        "UPDATE entitlements_state.transaction SET expires_at = 1 WHERE original_id = '100'",
        "UPDATE entitlements_state.renewal SET is_in_billing_retry = true",
        "DELETE FROM entitlements_state.owned_purchase WHERE original_id = '100'",
        "UPDATE entitlements_state.owned_purchase SET expires_at = 1 WHERE original_id = '100'",
        "DELETE FROM entitlements_state.purchase WHERE original_id = '100'",
        "UPDATE entitlements_state.owned_purchase SET name = '99' WHERE original_id = '100'",
    ])
    func `a state that is another one is a difference`(change: String) async throws {
        let service = try await Self.serviceWithHistory()
        _ = try await service.connections.query(Statement(change))
        let report = try await Rebuild(apps: service.apps, database: service.database).run()
        #expect(report.differences.map(\.originalTransactionID) == ["100"])
        #expect(!report.isEqual)
    }

    @Test(arguments: [
        "UPDATE entitlements_state.credit SET units = 9 WHERE original_id = '400'",
        "DELETE FROM entitlements_state.credit WHERE original_id = '400'",
        "UPDATE entitlements_state.credit SET name = '99' WHERE original_id = '400'",
        """
        INSERT INTO entitlements_state.credit
        SELECT app, environment, '99', '400', '99', 1, 'coins', 3 FROM entitlements_state.credit
        """,
        """
        INSERT INTO entitlements_state.owned_purchase
        SELECT app, environment, customer, '999', name, revision, true, NULL, settled_at,
            product_id, product_type, purchased_at, expires_at, false, NULL, false, false, NULL,
            NULL, false
        FROM entitlements_state.owned_purchase WHERE original_id = '100'
        """,
        """
        INSERT INTO entitlements_state.owned_purchase
        SELECT app, environment, customer, '400', name, 1, true, NULL, settled_at, 'coins', NULL,
            purchased_at, NULL, false, NULL, false, false, NULL, NULL, false
        FROM entitlements_state.owned_purchase WHERE original_id = '100'
        """,
    ])
    func `copies of customers that differ are found and repaired`(change: String) async throws {
        let service = try await Self.serviceWithHistory()
        try await service.receive(
            TransactionPayload.make("400", product: "coins", type: .consumable, expires: nil)
        )
        let state = try await service.state()
        _ = try await service.connections.query(Statement(change))
        #expect(try await service.state() != state)
        let rebuild = Rebuild(apps: service.apps, database: service.database, clock: service.clock)
        #expect(try await !rebuild.run().isEqual)
        try await rebuild.repair()
        #expect(try await rebuild.run().isEqual)
        #expect(try await service.state() == state)
    }

    @Test func `a repair brings what an older version folded in line, with events`() async throws {
        let service = try await Self.serviceWithHistory()
        try await service.receive(TransactionPayload.make("300", signed: .start + 1))
        try await service.receive(TransactionPayload.make("200", signed: .start, isUpgraded: true))
        let state = try await service.state()
        let rebuild = Rebuild(apps: service.apps, database: service.database, clock: service.clock)
        // Neither the owner nor the details were known.
        _ = try await service.connections.query(
            Statement(
                """
                UPDATE entitlements_state.transaction SET account_token = NULL,
                    details_signed_at = NULL, is_upgraded = false
                """
            )
        )
        #expect(try await !rebuild.run().isEqual)
        try await rebuild.repair()
        #expect(try await rebuild.run().isEqual)
        #expect(try await service.state() == state)
    }

    @Test func `a repair adds what an older version did not read in the same documents`()
        async throws
    {
        let service = try await TestService()
        var member = TransactionPayload.make("900", token: .otherAccount, seats: 8)
        member.ownershipType = .assigned
        member.billingPlanType = .monthly
        let purchase = TransactionPayload.make(seats: 8)
        try await service.receive(member)
        try await service.receive(
            try service.appStore.notification(.subscribed, purchase, .make())
        )
        let state = try await service.state()
        for table in ["transaction", "purchase"] {
            _ = try await service.connections.query(
                Statement(
                    """
                    UPDATE entitlements_state.\(table) SET seats = NULL, is_assigned = false,
                        is_billed_monthly = false
                    """
                )
            )
        }
        let rebuild = Rebuild(apps: service.apps, database: service.database, clock: service.clock)
        #expect(try await rebuild.run().differences.count == 2)
        let renewals = "UPDATE entitlements_state.renewal SET auto_renews = NULL"
        _ = try await service.connections.query(Statement(renewals))
        try await rebuild.repair()
        #expect(try await rebuild.run().isEqual)
        #expect(try await service.state() == state)
    }

    @Test func `a document that was edited is refused by name`() async throws {
        let service = try await Self.serviceWithHistory()
        _ = try await service.connections.query(
            Statement("UPDATE entitlements.document SET content = 'a.b.c' WHERE shard_key = '200'")
        )
        let report = try await Rebuild(apps: service.apps, database: service.database).run()
        #expect(report.refusals.count == 1)
        #expect(report.differences.map(\.originalTransactionID) == ["200"])
    }

    @Test func `a document that comes during a rebuild is no difference`() async throws {
        let service = try await Self.serviceWithHistory()
        async let report = Rebuild(apps: service.apps, database: service.database).run()
        for number in 300..<340 {
            try await service.receive(TransactionPayload.make("\(number)"))
        }
        #expect(try await report.isEqual)
    }

    @Test func `all documents are exported as they were signed`() async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification()
        try await service.receive(notification)
        var lines: [String] = []
        try await DocumentExport(service.database).forEachLine { lines.append($0) }
        #expect(lines.count == 1)
        #expect(lines[0].hasSuffix(",\"kind\":\"notification\",\"document\":\"\(notification)\"}"))
    }

    @Test func `a customer's export has the rows of all names and purchases, and of no other`()
        async throws
    {
        let service = try await TestService(deliversEvents: true)
        let user = CustomerID.user("42")
        try await service.receive(
            try service.appStore.notification(.subscribed, .make(), .make())
        )
        try await service.receive(TransactionPayload.make("7", type: .consumable, expires: nil))
        try await service.receive(TransactionPayload.make("200", token: .otherAccount))
        try await service.receiveConsumptionRequest("7", product: "monthly")
        try await service.link(.account(.account), to: user)
        try await service.grant("gift", to: user)
        for name in [user, .account(.account), .originalTransaction("100")] {
            let export = try #require(
                CustomerExport(service.database, name.description, .shop)
            )
            var counts: [String: Int] = [:]
            try await export.forEachLine { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                let members = try #require(object as? [String: Any])
                let row = try #require(members["row"] as? [String: Any])
                #expect(row["app"] as? String == PurchaseScope.shop.app)
                let table = try #require(members["table"] as? String)
                counts[String(table.split(separator: ".").last ?? ""), default: 0] += 1
                #expect(!line.contains(UUID.otherAccount.uuidString.lowercased()))
            }
            let events = try await service.events()
            let others = events.count { $0.contains(UUID.otherAccount.uuidString.lowercased()) }
            #expect(
                counts == [
                    "customer": 2, "member": 1, "statement": 2, "event": events.count - others,
                    "delivery": 2, "owned_purchase": 1, "credit": 1, "purchase": 2,
                    "transaction": 2, "renewal": 1, "consumption_request": 1, "document": 3,
                ],
                "\(name)"
            )
        }
        #expect(CustomerExport(service.database, "user:", .shop) == nil)
    }

    /// Three purchases, one of them a subscription with a renewal info, and five documents.
    private static func serviceWithHistory() async throws -> TestService {
        let service = try await TestService()
        let appStore = service.appStore
        try await service.receive(try appStore.notification(.subscribed, .make(), .make()))
        try await service.receive(TransactionPayload.make(signed: .start + 1))
        let theme = TransactionPayload.make("200", type: .nonConsumable, expires: nil)
        try await service.receive(theme)
        try await service.receive(TransactionPayload.make("300", token: nil))
        try await service.receive(try appStore.notification(.test, nil))
        return service
    }
}
