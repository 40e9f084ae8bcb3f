import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct ErasureTests {
    private static let user = CustomerID.user("somebody")

    @Test func `nothing names a customer who was erased`() async throws {
        let service = try await Self.serviceWithCustomer()
        try await service.serve { client in
            let response = try await client.call("", #"{"actor":"anna"}"#, .delete)
            #expect(response.text.hasPrefix(#"{"purchases":2,"documents":2,"#))
        }
        let everything = try await Self.everything(in: service)
        for name in [UUID.account.uuidString.lowercased(), Self.user.description, "somebody"] {
            let found = everything.filter { $0.contains(name) }
            #expect(found == [])
        }
        #expect(try await service.entitlements().isEmpty)
        #expect(try await service.entitlements(of: .originalTransaction("100")).isEmpty)
        // The other customer keeps its purchases.
        #expect(try await service.entitlements(of: .account(.otherAccount)).count == 1)
        let digest = Eraser.digest(of: UUID.account.uuidString.lowercased())
        let audit = try await service.rows(
            "SELECT customer, actor, kind FROM entitlements.statement ORDER BY customer"
        )
        #expect(audit.contains("(\(digest),anna,erase)"))
        #expect(try await service.rows("TABLE entitlements_state.transaction").count == 3)
        let report = try await Rebuild(apps: service.apps, database: service.database).run()
        #expect(report.isEqual)
    }

    @Test func `with the rule nothing, the transactions are erased, too`() async throws {
        let service = try await Self.serviceWithCustomer(erasure: .nothing)
        let customer = ScopedCustomer(scope: .shop, id: Self.user)
        let eraser = Eraser(ledger: service.ledger, database: service.database)
        _ = try await eraser.erase(customer, by: "anna")
        for table in ["transaction", "renewal"] {
            let kept = "SELECT original_id FROM entitlements_state.\(table)"
            #expect(try await service.rows(kept) == (table == "renewal" ? [] : ["(200)"]))
        }
        #expect(try await service.entitlements().isEmpty)
        #expect(try await service.entitlements(of: .account(.otherAccount)).count == 1)
        let report = try await Rebuild(apps: service.apps, database: service.database).run()
        #expect(report.isEqual)
    }

    @Test func `a later document about an erased purchase is one of a new customer`() async throws {
        let service = try await Self.serviceWithCustomer()
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        let eraser = Eraser(ledger: service.ledger, database: service.database)
        _ = try await eraser.erase(customer, by: "anna")
        service.clock.set(to: Milliseconds(.start + 31 * .day))
        try await service.receive(TransactionPayload.renewal())
        #expect(try await service.entitlements().count == 1)
        #expect(try await service.entitlements(of: Self.user).isEmpty)
        #expect(try await Rebuild(apps: service.apps, database: service.database).run().isEqual)
    }

    @Test func `a document of before the erasure counts no more`() async throws {
        let service = try await Self.serviceWithCustomer()
        let known = try service.verifier.verify(
            transaction: try service.appStore.sign(TransactionPayload.make()),
            at: service.clock.approximateNow()
        )
        _ = try await service.recorder.record(known)
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        _ = try await Eraser(ledger: service.ledger, database: service.database)
            .erase(customer, by: "anna")
        let state = try await service.state()
        #expect(try await !service.recorder.record(known))
        #expect(try await service.state() == state)
        #expect(try await service.entitlements().isEmpty)
    }

    @Test func `names that had the purchase before are erased, too`() async throws {
        let service = try await TestService()
        var purchase = TransactionPayload.make("100", token: nil)
        try await service.receive(purchase)
        purchase.appTransactionIdentifier = "download"
        purchase.signedDate = .start + 1
        try await service.receive(purchase)
        purchase = TransactionPayload.make("100", signed: .start + 2)
        purchase.appTransactionIdentifier = "download"
        try await service.receive(purchase)
        service.clock.set(to: Milliseconds(.start + 31 * .day))
        try await service.receive(TransactionPayload.renewal())
        let names = #"SELECT customer FROM entitlements.customer ORDER BY customer"#
        #expect(try await service.rows(names).count == 3)
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        _ = try await Eraser(ledger: service.ledger, database: service.database)
            .erase(customer, by: "anna")
        #expect(try await service.rows(names) == [])
        #expect(try await service.rows("TABLE entitlements.event") == [])
    }

    @Test(arguments: ErasurePolicy.allCases)
    func `a purchase that is shared remains with the others`(policy: ErasurePolicy) async throws {
        let service = try await TestService(transferPolicy: .share, erasure: policy)
        try await service.receive(.make())
        service.clock.set(to: Milliseconds(.start + 31 * .day))
        try await service.receive(.renewal(token: .otherAccount))
        #expect(try await service.entitlements().count == 1)
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        _ = try await Eraser(ledger: service.ledger, database: service.database)
            .erase(customer, by: "anna")
        #expect(try await service.entitlements().isEmpty)
        #expect(try await service.entitlements(of: .account(.otherAccount)).count == 1)
        let name = UUID.account.uuidString.lowercased()
        #expect(try await Self.everything(in: service).filter { $0.contains(name) } == [])
        try await service.receive(.renewal(token: .otherAccount, signed: .start + 31 * .day))
        #expect(try await service.entitlements(of: .account(.otherAccount)).count == 1)
        #expect(try await service.entitlements().isEmpty)
        #expect(try await Rebuild(apps: service.apps, database: service.database).run().isEqual)
    }

    @Test func `an erasure that is killed anywhere is completed`() async throws {
        for count in 2..<100 {
            let service = try await Self.serviceWithCustomer()
            let database = FailingDatabase(service.database, after: count)
            let customer = ScopedCustomer(scope: .shop, id: Self.user)
            let eraser = Eraser(ledger: service.ledger, database: database)
            let isKilled = (try? await eraser.erase(customer, by: "anna")) == nil
            while try await service.ledger.completeOutbox(olderThan: 0, in: service.database) > 0 {}
            let everything = try await Self.everything(in: service)
            let name = UUID.account.uuidString.lowercased()
            let found = everything.filter { $0.contains(name) || $0.contains("somebody") }
            #expect(found == [])
            if !isKilled { return }
        }
        Issue.record("The erasure has more steps.")
    }

    @Test func `a document that arrives meanwhile is erased, or one of a new customer`()
        async throws
    {
        for count in 1..<100 {
            let service = try await Self.serviceWithCustomer()
            service.clock.set(to: Milliseconds(.start + 31 * .day))
            let database = InterruptedDatabase(service.database, after: count) {
                try await service.receive(TransactionPayload.make("300"))
                try await service.receive(TransactionPayload.renewal())
            }
            let customer = ScopedCustomer(scope: .shop, id: Self.user)
            let eraser = Eraser(ledger: service.ledger, database: database)
            _ = try await eraser.erase(customer, by: "anna")
            #expect(try await service.entitlements(of: Self.user).isEmpty)
            let strays = try await service.connections.transaction { session in
                Commit(try await OwnerAudit { try await session.run($0) }.run())
            }
            #expect(strays.isEmpty, "\(count)")
            if !database.wasInterrupted { return }
        }
        Issue.record("The erasure has more steps.")
    }

    @Test func `a link that is made meanwhile leaves nothing behind`() async throws {
        for count in 1..<100 {
            let service = try await Self.serviceWithCustomer()
            let database = InterruptedDatabase(service.database, after: count) {
                try await service.link(Self.user, to: .user("other"))
            }
            let customer = ScopedCustomer(scope: .shop, id: Self.user)
            _ = try await Eraser(ledger: service.ledger, database: database)
                .erase(customer, by: "anna")
            try await Self.expectNothing(in: service, "\(count)")
            if !database.wasInterrupted { return }
        }
        Issue.record("The erasure has more steps.")
    }

    @Test func `a name that is unlinked meanwhile has its purchases, or is erased`() async throws {
        let account = UUID.account.uuidString.lowercased()
        for count in 1..<100 {
            let service = try await Self.serviceWithCustomer()
            let database = InterruptedDatabase(service.database, after: count) {
                try await service.unlink(.account(.account), from: Self.user)
                try await service.receive(TransactionPayload.make("300"))
            }
            let customer = ScopedCustomer(scope: .shop, id: Self.user)
            _ = try await Eraser(ledger: service.ledger, database: database)
                .erase(customer, by: "anna")
            #expect(try await service.entitlements(of: Self.user).isEmpty)
            let owned = try await service.rows(
                """
                SELECT original_id FROM entitlements_state.purchase WHERE owners = '\(account)'
                ORDER BY original_id
                """
            )
            let copies = try await service.rows(
                """
                SELECT original_id FROM (
                    SELECT customer, original_id FROM entitlements_state.owned_purchase
                    WHERE is_owned
                    UNION SELECT customer, original_id FROM entitlements_state.credit
                    WHERE units > 0) AS copy
                WHERE customer = '\(account)' ORDER BY original_id
                """
            )
            #expect(owned == copies, "\(count)")
            if !database.wasInterrupted { return }
        }
        Issue.record("The erasure has more steps.")
    }

    @Test func `a link that was killed before leaves nothing behind`() async throws {
        for count in 0..<60 {
            let service = try await Self.serviceWithCustomer()
            let database = FailingDatabase(service.database, after: count)
            let customer = ScopedCustomer(scope: .shop, id: Self.user)
            let isKilled: Bool
            do {
                _ = try await service.ledger.customers
                    .link(customer, to: .user("other"), by: "test", in: database)
                isKilled = false
            } catch { isKilled = true }
            _ = try await Eraser(ledger: service.ledger, database: service.database)
                .erase(customer, by: "anna")
            while try await service.ledger.completeOutbox(olderThan: 0, in: service.database) > 0 {}
            try await Self.expectNothing(in: service, "\(count)")
            if !isKilled { return }
        }
        Issue.record("The link has more steps.")
    }

    /// Checks that the names of the customer and of one that it was linked to have nothing.
    private static func expectNothing(in service: TestService, _ comment: Comment) async throws {
        for name in [Self.user, .user("other"), .account(.account)] {
            #expect(try await service.entitlements(of: name).isEmpty, comment)
        }
        for table in ["owned_purchase", "credit"] {
            let rows = "SELECT DISTINCT name FROM entitlements_state.\(table)"
            let other = UUID.otherAccount.uuidString.lowercased()
            let expected = table == "credit" ? [] : ["(\(other))"]
            #expect(try await service.rows(rows) == expected, comment)
        }
        let statements = "SELECT * FROM entitlements.statement WHERE kind NOT IN ('link', 'erase')"
        #expect(try await service.rows(statements) == [], comment)
    }

    private static func serviceWithCustomer(
        erasure: ErasurePolicy = .transactions
    ) async throws -> TestService {
        let service = try await TestService(erasure: erasure)
        try await service.receive(
            try service.appStore.notification(.subscribed, .make(), .make())
        )
        try await service.receive(TransactionPayload.make("7", type: .consumable, expires: nil))
        try await service.receive(TransactionPayload.make("200", token: .otherAccount))
        try await service.link(.account(.account), to: Self.user)
        try await service.grant("gift", to: Self.user)
        return service
    }

    /// All rows, including the content of documents.
    private static func everything(in service: TestService) async throws -> [String] {
        var rows: [String] = []
        for table in [
            "entitlements.document", "entitlements.outbox", "entitlements_state.transaction",
            "entitlements_state.purchase", "entitlements_state.owned_purchase",
            "entitlements_state.credit", "entitlements.customer", "entitlements.member",
            "entitlements.statement", "entitlements.event", "entitlements.delivery",
        ] {
            rows += try await service.rows("TABLE \(table)").map { "\(table) \($0)" }
        }
        return rows
    }
}
