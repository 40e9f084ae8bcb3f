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
