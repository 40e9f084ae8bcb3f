import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct SupportTests {
    @Test func `a subscriber's purchase is shown with everything behind it`() async throws {
        let service = try await TestService(at: .start + 31 * .day)
        var paid = TransactionPayload.renewal(signed: .start + 30 * .day)
        paid.priceInMilliunits = 4_990
        paid.currency = "EUR"
        paid.storefront = "DEU"
        var renewal = RenewalInfoPayload.make(signed: .start + 30 * .day)
        renewal.willAutoRenew = false
        try await service.receive(.make())
        try await service.receive(
            try service.appStore.notification(.didRenew, paid, renewal)
        )
        try await service.serve { client async throws in
            let view = try await client.object("customers/\(UUID.account)")
            #expect(view["customer"] as? String == UUID.account.uuidString.lowercased())
            #expect(view["isComplete"] as? Bool == true)
            let purchases = try #require(view["purchases"] as? [[String: Any]])
            let purchase = try #require(purchases.first)
            #expect(purchases.count == 1)
            #expect(purchase["state"] as? String == "active")
            #expect(purchase["price"] as? String == "4.99")
            #expect(purchase["startedAt"] as? String == "2024-03-01T12:00:00Z")
            #expect(purchase["expiresAt"] as? String == "2024-04-30T12:00:00Z")
            #expect((purchase["renewal"] as? [String: Any])?["renews"] as? Bool == false)
            let transactions = purchase["transactions"] as? [[String: Any]]
            #expect(transactions?.map { $0["id"] as? String } == ["101", "100"])
            let documents = purchase["documents"] as? [[String: Any]]
            #expect(documents?.map { $0["kind"] as? String } == ["notification", "transaction"])
            #expect(documents?.first?["type"] as? String == "DID_RENEW")
            let timeline = view["timeline"] as? [[String: Any]]
            #expect(
                timeline?.map { $0["reason"] as? String } == ["renewed", "cancelled", "started"]
            )
        }
    }

    @Test func `an unknown customer has empty lists`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let view = try await client.object("customers/user:42")
            #expect(view["customer"] as? String == "user:42")
            for (name, value) in view where name != "names" {
                #expect((value as? [Any])?.isEmpty ?? true, "\(name)")
            }
        }
    }

    @Test func `thousands of consumables are cut, the newest first`() async throws {
        let service = try await TestService(at: .start + .day)
        for number in 95...115 {
            try await service.receive(
                .make(
                    "\(number)",
                    product: "coins",
                    type: .consumable,
                    purchased: .start + Double(number),
                    expires: nil
                )
            )
        }
        try await service.receive(.make("10"))
        try await service.serve { client async throws in
            let view = try await client.object("customers/\(UUID.account)", "&limit=5")
            let purchases = view["purchases"] as? [[String: Any]] ?? []
            let ids = purchases.map { $0["originalTransactionId"] as? String }
            #expect(ids == ["115", "114", "113", "112", "111"])
            #expect(purchases.allSatisfy { $0["state"] as? String == "credited" })
            #expect(view["isComplete"] as? Bool == false)
            #expect((view["timeline"] as? [Any])?.count == 5)
            let balances = view["balances"] as? [[String: Any]]
            #expect(balances?.first?["balance"] as? Int == 21)
            let most = try await client.object("customers/\(UUID.account)", "&limit=21")
            #expect(most["isComplete"] as? Bool == false)
            let all = try await client.object("customers/\(UUID.account)", "&limit=50")
            #expect((all["purchases"] as? [Any])?.count == 22)
            #expect(all["isComplete"] as? Bool == true)
        }
    }

    @Test func `linked names are one customer, with the links and who made them`() async throws {
        let service = try await TestService(at: .start + .day)
        try await service.receive(.make())
        let name = CustomerID.user("42")
        _ = try await service.ledger.customers.link(
            ScopedCustomer(scope: .shop, id: name),
            to: .account(.account),
            by: "backend",
            in: service.database
        )
        try await service.serve { client async throws in
            let view = try await client.object("customers/user:42")
            #expect(view["customer"] as? String == UUID.account.uuidString.lowercased())
            let names = try #require(view["names"] as? [[String: Any]])
            #expect(names.count == 2)
            #expect(names.last?["parent"] as? String == UUID.account.uuidString.lowercased())
            #expect(names.last?["actor"] as? String == "backend")
            let statements = view["statements"] as? [[String: Any]]
            #expect(statements?.map { $0["type"] as? String } == ["link"])
            #expect((view["purchases"] as? [Any])?.count == 1)
        }
    }

    // MARK: Search

    @Test func `a customer is found by any name and any transaction`() async throws {
        let service = try await TestService(at: .start + 31 * .day)
        try await service.receive(.make())
        try await service.receive(.renewal(signed: .start + 30 * .day))
        let names = ["42", "43"].map { ScopedCustomer(scope: .shop, id: .user($0)) }
        for name in names { _ = try await service.connections.query(CustomerTables.lock(name)) }
        let account = UUID.account.uuidString.lowercased()
        try await service.serve { client async throws in
            for (text, found) in [
                (account.uppercased(), [account]), ("100", [account]), ("101", [account]),
                ("42", ["user:42"]), ("user:43", ["user:43"]), ("4", ["user:42", "user:43"]),
                ("user:4", ["user:42", "user:43"]), ("999", []), ("nothing%20of%20this", []),
            ] {
                let answer = try await client.object("search", "&text=\(text)")
                let customers = answer["customers"] as? [[String: Any]]
                #expect(customers?.map { $0["customer"] as? String } == found, "\(text)")
            }
            for text in ["", "%00", "%0A"] {
                await #expect(throws: UnexpectedStatus.self) {
                    _ = try await client.object("search", "&text=\(text)")
                }
            }
        }
    }

    @Test func `support's calls need a key, and the page's one for it`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let scope = "app=com.example.shop&environment=Sandbox"
            for path in ["search", "dead-letters", "lag"] {
                let response = try await client.execute(
                    uri: "/v1/\(path)?\(scope)&text=1",
                    method: .get,
                    headers: [.authorization: "Bearer \(TestService.writerKey)"]
                )
                #expect(response.status == .forbidden, "\(path)")
            }
            for path in ["customers/1", "statistics"] {
                let response = try await client.execute(
                    uri: "/v1/\(path)?\(scope)",
                    method: .get,
                    headers: [.authorization: "Bearer \(TestService.otherKey)"]
                )
                #expect(response.status == .forbidden, "\(path)")
            }
        }
    }
}
