import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct CustomerRouteTests {
    private static let customer = UUID.account.uuidString
    private static let grant = """
        {"id":"\(UUID.account.uuidString)","name":"gift","reason":"test","actor":"anna",
        "until":"2024-03-02T12:00:00Z"}
        """

    @Test func `a grant is made once, ends, and is revoked for good`() async throws {
        let service = try await TestService()
        try await service.serve { client in
            for _ in 0..<2 {
                let response = try await client.call("grants", Self.grant)
                #expect(response.status == .ok)
            }
            let other = Self.grant.replacing("test", with: "another")
            #expect(try await client.call("grants", other).status == .conflict)
        }
        #expect(try await service.entitlements().map(\.name) == ["gift"])
        service.clock.set(to: Milliseconds(.start + 2 * .day))
        #expect(try await service.ledger.recordPassingOfTime(limit: 9, in: service.database) == 1)
        #expect(
            try await service.reasons(of: .account(.account)) == ["granted", "expired"]
        )
        try await service.serve { client in
            let endless = #"{"name":"more","reason":"test","actor":"anna"}"#
            let response = try await client.call("grants", endless)
            let id = try #require(response.text.firstMatch(of: /"id":"([^"]+)"/)?.output.1)
            for _ in 0..<2 {
                let revoked = try await client.call(
                    "grants/\(id)",
                    #"{"actor":"anna"}"#,
                    .delete
                )
                #expect(revoked.status == .ok)
            }
            let unknown = try await client.call(
                "grants/\(UUID().uuidString)",
                #"{"actor":"anna"}"#,
                .delete
            )
            #expect(unknown.status == .notFound)
        }
        #expect(try await service.entitlements().isEmpty)
        #expect(try await service.reasons(of: .account(.account)).last == "grantRevoked")
        #expect(try await service.rows("TABLE entitlements.statement").count == 3)
    }

    @Test func `calls about an original transaction are about its owner`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.receive(TransactionPayload.make("7", type: .consumable, expires: nil))
        try await service.serve { client in
            let grant = #"{"name":"gift","reason":"test","actor":"anna"}"#
            #expect(try await client.call("grants", grant, of: "100").status == .ok)
            let use = #"{"key":"k","quantity":1,"actor":"b"}"#
            let spent = try await client.call("balances/monthly", use, of: "7")
            #expect(spent.text == #"{"balance":0}"#)
            let balances = try await client.call("balances", nil, .get)
            #expect(try await client.call("balances", nil, .get, of: "100").text == balances.text)
            let replayed = #"{"from":1,"actor":"anna"}"#
            #expect(try await client.call("events/replay", replayed, of: "100").status == .ok)
        }
        #expect(try await service.entitlements().map(\.name) == ["gift", "monthly"])
        let customers = "SELECT DISTINCT customer FROM entitlements.statement"
        #expect(try await service.rows(customers) == ["(\(UUID.account.uuidString.lowercased()))"])
        let again = try await service.replay.replay(
            .originalTransaction("100"),
            in: .shop,
            from: 1,
            by: "anna"
        )
        #expect(again?.customer == .account(.account))
        let export = try #require(CustomerExport(service.database, "100", .shop))
        var hasGrant = false
        try await export.forEachLine { hasGrant = hasGrant || $0.contains("gift") }
        #expect(hasGrant)
    }

    @Test func `a grant that another name revoked remains so without the link`() async throws {
        let service = try await TestService()
        let name = CustomerID.user("42")
        try await service.grant("gift", to: name)
        try await service.link(name, to: .account(.account))
        let ids: [UUID] = try await service.connections.query(
            Statement("SELECT id FROM entitlements.statement WHERE kind = 'grant'")
        ).column()
        let id = try #require(ids.first).uuidString
        try await service.serve { client in
            let revoked = try await client.call("grants/\(id)", #"{"actor":"anna"}"#, .delete)
            #expect(revoked.status == .ok)
        }
        try await service.unlink(name, from: .account(.account))
        #expect(try await service.entitlements(of: name).isEmpty)
        #expect(try await service.entitlements().isEmpty)
    }

    @Test func `names are linked and unlinked`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.serve { client in
            let body = #"{"name":"user:a b","actor":"anna"}"#
            for _ in 0..<2 {
                let response = try await client.call("links", body)
                #expect(response.text == #"{"customer":"\#(Self.customer.lowercased())"}"#)
            }
            #expect(try await client.entitlements(of: "user%3Aa%20b").text.contains("monthly"))
            let itself = #"{"name":"\#(Self.customer)","actor":"anna"}"#
            #expect(try await client.call("links", itself).status == .badRequest)
            let actor = #"{"actor":"anna"}"#
            #expect(try await client.call("links/user:a%20b", actor, .delete).status == .ok)
            #expect(try await client.call("links/user:a%20b", actor, .delete).status == .notFound)
            #expect(try await !client.entitlements(of: "user%3Aa%20b").text.contains("monthly"))
        }
    }

    @Test func `of many uses at once, no more succeed than are credited`() async throws {
        let service = try await TestService()
        let coins = TransactionPayload.make("7", product: "coins", type: .consumable, expires: nil)
        for id in 0..<10 {
            var purchase = coins
            purchase.transactionIdentifier = "c\(id)"
            purchase.originalTransactionIdentifier = "c\(id)"
            try await service.receive(purchase)
        }
        try await service.serve { client in
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let body = #"{"key":"k\#(number)","quantity":1,"actor":"b"}"#
                        return try await client.call("balances/coins", body).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let counts = Dictionary(grouping: statuses) { $0 }.mapValues(\.count)
            #expect(counts == [.ok: 10, .conflict: 40])
            let known = try await client.call("balances", nil, .get)
            #expect(
                known.text == """
                    {"balances":[{"productId":"coins","credited":10,"spent":10,"balance":0}]}
                    """
            )
        }
        var refund = coins
        refund.transactionIdentifier = "c1"
        refund.originalTransactionIdentifier = "c1"
        refund.revocationDate = .start + 1
        refund.signedDate = .start + 1
        try await service.receive(refund)
        try await service.serve { client in
            let known = try await client.call("balances", nil, .get)
            #expect(known.text.contains("\"balance\":-1"))
        }
    }

    @Test func `a key repeats a use, and names no other one`() async throws {
        let service = try await TestService()
        try await service.receive(
            TransactionPayload.make(
                "7",
                product: "coins",
                type: .consumable,
                expires: nil,
                seats: 5
            )
        )
        try await service.serve { client in
            let use = #"{"key":"k","quantity":1,"actor":"b"}"#
            let first = try await client.call("balances/coins", use).text
            #expect(try await client.call("balances/coins", use).text == first)
            let other = use.replacing("1", with: "2")
            #expect(try await client.call("balances/coins", other).status == .conflict)
        }
    }

    @Test func `a repeated use is known although another name used the key`() async throws {
        let service = try await TestService()
        let account = CustomerID.account(.account), user = CustomerID.account(.otherAccount)
        for (id, name) in [("7", UUID.account), ("8", .otherAccount)] {
            try await service.receive(
                TransactionPayload.make(
                    id,
                    product: "coins",
                    type: .consumable,
                    token: name,
                    expires: nil,
                    seats: 5
                )
            )
        }
        let uses = [
            (account, #"{"key":"k","quantity":1,"actor":"b"}"#),
            (user, #"{"key":"k","quantity":2,"actor":"b"}"#),
        ]
        for isLinked in [false, true] {
            if isLinked { try await service.link(user, to: account) }
            try await service.serve { client in
                for (name, use) in uses {
                    let response = try await client.call(
                        "balances/coins",
                        use,
                        of: name.description
                    )
                    #expect(response.status == .ok, "\(name)")
                }
                let other = try await client.call(
                    "balances/coins",
                    #"{"key":"k","quantity":3,"actor":"b"}"#
                )
                #expect(other.status == .conflict)
            }
        }
        let balances = try await service.ledger.customers.balances(
            of: ScopedCustomer(scope: .shop, id: account),
            in: service.database
        )
        #expect(balances.balance(of: "coins").rest == 7)
    }

    @Test func `units are spent once although a name is being linked`() async throws {
        let account = CustomerID.account(.account), user = CustomerID.user("42")
        for count in 0..<40 {
            let service = try await TestService()
            try await service.receive(
                TransactionPayload.make("7", product: "coins", type: .consumable, expires: nil)
            )
            let database = FailingDatabase(service.database, after: count)
            let link = { @Sendable in
                try await service.ledger.customers.link(
                    ScopedCustomer(scope: .shop, id: account),
                    to: user,
                    by: "test",
                    in: database
                )
            }
            let isKilled = (try? await link()) == nil
            try await service.serve { client in
                var statuses: [HTTPResponse.Status] = []
                for name in [user, account] {
                    let use = #"{"key":"\#(name)","quantity":1,"actor":"b"}"#
                    let response = try await client.call(
                        "balances/coins",
                        use,
                        of: name.description
                    )
                    statuses.append(response.status)
                }
                #expect(statuses.sorted { $0.code < $1.code } == [.ok, .conflict], "\(count)")
            }
            while try await service.ledger.completeOutbox(olderThan: 0, in: service.database) > 0 {}
            try await service.expectOnePlace()
            if !isKilled { return }
        }
        Issue.record("The link has more steps.")
    }

    @Test func `a key counts once for each name, by its first use`() async throws {
        let service = try await TestService()
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        let user = CustomerID.user("a")
        let uses: [(Milliseconds, Int64, String, String, CustomerID)] = [
            (2, 7, "a", "coins", customer.id), (1, 3, "a", "coins", customer.id),
            (3, 4, "b", "coins", customer.id), (4, 1, "c", "gems", customer.id),
            (5, 8, "a", "coins", user), (6, .max, "d", "jewels", user),
            (7, .max, "e", "jewels", user),
        ]
        for (date, quantity, key, product, name) in uses {
            let statement = CustomerStatement(
                id: UUID(),
                customer: name,
                date: date,
                actor: "b",
                content: .spend(productID: product, quantity: quantity, key: key)
            )
            _ = try await service.database.query(StatementTable.insert(statement, at: customer))
        }
        let balances = try await service.ledger.customers
            .balances(of: customer, in: service.database)
        let spent = balances.all.map { "\($0.productID) \($0.spent)" }
        #expect(spent == ["coins 15", "gems 1", "jewels \(Int64.max)"])
    }

    @Test func `events are replayed, and transfers told beforehand`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.serve { client in
            let replayed = try await client.call("events/replay", #"{"from":1,"actor":"anna"}"#)
            #expect(replayed.text == #"{"events":1}"#)
            let stranger = try await client.call(
                "events/replay",
                #"{"from":1,"actor":"anna"}"#,
                of: "user:2"
            )
            #expect(stranger.status == .notFound)
            #expect(try await service.rows("SELECT count(*) FROM entitlements.customer") == ["(1)"])
            let body = #"{"customer":"user:1","originalTransactionId":"100"}"#
            let path = "/v1/transfers/check?app=com.example.shop&environment=Sandbox"
            let response = try await client.post(path, body, key: TestService.key)
            let owner = Self.customer.lowercased()
            #expect(
                response.text == """
                    {"policy":"newest","owners":["\(owner)"],"leaves":["\(owner)"],\
                    "joins":["user:1"]}
                    """
            )
            let unknown = body.replacing("100", with: "1")
            #expect(try await client.post(path, unknown, key: TestService.key).status == .notFound)
        }
    }

    @Test(arguments: [(TransferPolicy.keep, #"[]"#), (.share, #"["user:1"]"#)])
    func `a purchase that is kept or shared is left only before it is claimed`(
        policy: TransferPolicy,
        joins: String
    ) async throws {
        let service = try await TestService(transferPolicy: policy)
        try await service.receive(TransactionPayload.make())
        try await service.receive(TransactionPayload.make("200", token: nil))
        try await service.serve { client in
            let body = #"{"customer":"user:1","originalTransactionId":"100"}"#
            let path = "/v1/transfers/check?app=com.example.shop&environment=Sandbox"
            let owned = try await client.post(path, body, key: TestService.key)
            let owner = Self.customer.lowercased()
            #expect(
                owned.text == """
                    {"policy":"\(policy)","owners":["\(owner)"],"leaves":[],"joins":\(joins)}
                    """
            )
            // Without a token, the purchase has not been claimed.
            let other = body.replacing("100", with: "200")
            let unclaimed = try await client.post(path, other, key: TestService.key)
            #expect(
                unclaimed.text == """
                    {"policy":"\(policy)","owners":["200"],"leaves":["200"],"joins":["user:1"]}
                    """
            )
        }
    }

    @Test func `a transfer to a linked name is none`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.link(.account(.account), to: .user("1"))
        try await service.serve { client in
            let body = #"{"customer":"user:1","originalTransactionId":"100"}"#
            let path = "/v1/transfers/check?app=com.example.shop&environment=Sandbox"
            let response = try await client.post(path, body, key: TestService.key)
            #expect(
                response.text
                    == #"{"policy":"newest","owners":["user:1"],"leaves":[],"joins":[]}"#
            )
        }
    }

    @Test func `testers are decided about in production alone`() async throws {
        let service = try await TestService()
        try await service.serve { client in
            let response = try await client.call("tester", #"{"isTester":true,"actor":"a"}"#, .put)
            #expect(response.status == .badRequest)
        }
        #expect(try await service.rows("TABLE entitlements.statement").isEmpty)
    }

    @Test func `hostile bodies and readers are refused`() async throws {
        let service = try await TestService()
        let bodies = [
            "", "[]", "{}", "null", "{\"actor\":1}", "{\"actor\":\"\"}", "{\"actor\":\"a\\u0000\"}",
            "{\"actor\":\"a\",\"x\":1}", "{\"actor\":\"a\",\"quantity\":1e99,\"key\":\"k\"}",
            "{\"actor\":\"a\",\"from\":-1}", "{\"actor\":\"a\",\"name\":\"user:\\u0000\"}",
            "{\"actor\":\"a\",\"name\":\"x\",\"reason\":\"\",\"until\":\"0\"}",
            String(repeating: "[", count: 100_000),
        ]
        let calls: [(String, HTTPRequest.Method)] = [
            ("links", .post), ("links/x%00", .delete), ("grants", .post), ("grants/1", .delete),
            ("tester", .put), ("balances/%ff", .post), ("events/replay", .post),
        ]
        try await service.serve { client in
            for (path, method) in calls {
                for body in bodies {
                    let response = try await client.call(path, body, method)
                    #expect(response.status == .badRequest, "\(path) \(body.prefix(60))")
                }
                let reader = try await client.call(path, "{}", method, key: TestService.key)
                #expect(reader.status == .forbidden)
            }
        }
    }
}

extension TestClientProtocol {
    /// Makes a call about a customer, by default that of the tests.
    func call(
        _ path: String,
        _ body: String?,
        _ method: HTTPRequest.Method = .post,
        of customer: String = UUID.account.uuidString,
        key: String = TestService.writerKey
    ) async throws -> TestResponse {
        let path = path.isEmpty ? "" : "/" + path
        return try await execute(
            uri: "/v1/customers/\(customer)\(path)"
                + "?app=com.example.shop&environment=Sandbox",
            method: method,
            headers: [.authorization: "Bearer \(key)"],
            body: body.map { ByteBuffer(string: $0) }
        )
    }
}
