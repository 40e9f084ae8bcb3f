import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import PostgreSQL
import Testing

@testable import EntitlementService

/// The rows that an erasure removes besides purchases, and those that it leaves.
@Suite struct ErasedRowsTests {
    @Test func `deliveries, dead letters and consumption requests are erased, and no other's`()
        async throws
    {
        let service = try await TestService(deliversEvents: true)
        for (id, token) in [("1", UUID.account), ("2", .otherAccount)] {
            try await service.receive(TransactionPayload.make("10\(id)", token: token))
            let coins = TransactionPayload.make(
                id,
                product: "coins",
                type: .consumable,
                token: token,
                expires: nil
            )
            try await service.receive(
                try service.appStore.notification(.consumptionRequest, coins)
            )
        }
        _ = try await service.connections.query(
            Statement(
                """
                INSERT INTO entitlements.dead_letter (app, environment, customer, sequence, error)
                SELECT app, environment, customer, sequence, 'status 500' FROM entitlements.event
                """
            )
        )
        let tables = [
            "entitlements.customer", "entitlements.event", "entitlements.delivery",
            "entitlements.dead_letter", "entitlements_state.owned_purchase",
            "entitlements_state.credit",
        ]
        for table in tables {
            let customers = "SELECT DISTINCT customer FROM \(table)"
            #expect(try await service.rows(customers).count == 2, "\(table)")
        }
        try await service.erase(.account(.account), by: "anna")
        for table in tables {
            let customers = try await service.rows("SELECT DISTINCT customer FROM \(table)")
            #expect(customers == ["(\(CustomerID.account(.otherAccount)))"], "\(table)")
        }
        #expect(try await service.consumptionRequests() == ["(2,open,0,,)"])
        #expect(try await service.rows("TABLE entitlements.outbox") == [])
    }

    @Test(arguments: [
        "somebody", "user:somebody", UUID.account.uuidString, UUID.account.uuidString.lowercased(),
    ])
    func `the audit log names no customer who asks for its own erasure`(actor: String) async throws
    {
        let service = try await TestService()
        try await service.link(.account(.account), to: .user("somebody"))
        try await service.erase(.user("somebody"), by: actor)
        let actors = "SELECT DISTINCT actor FROM entitlements.statement"
        #expect(try await service.rows(actors) == ["(\(Eraser.digest(of: actor)))"])
    }

    @Test func `the erasure of an unknown customer leaves its digest alone`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let actor = #"{"actor":"anna"}"#
            let erased = try await client.call("", actor, .delete, of: "user:somebody")
            #expect(erased.status == .ok)
            let nothing = #"{"purchases":0,"documents":0,"events":0,"statements":0}"#
            #expect(erased.text == nothing)
        }
        #expect(try await service.rows("TABLE entitlements.customer") == [])
        let digest = Eraser.digest(of: "user:somebody")
        let audit = "SELECT customer, actor, kind FROM entitlements.statement"
        #expect(try await service.rows(audit) == ["(\(digest),anna,erase)"])
    }
}

extension TestService {
    fileprivate func erase(_ customer: CustomerID, by actor: String) async throws {
        _ = try await Eraser(ledger: ledger, database: database)
            .erase(ScopedCustomer(scope: .shop, id: customer), by: actor)
    }
}
