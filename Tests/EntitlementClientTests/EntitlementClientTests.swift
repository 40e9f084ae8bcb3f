import AppReceipt
import EntitlementClient
import Foundation
import Testing

@Suite("A client of an entitlement service")
struct EntitlementClientTests {
    private let recorder = Recorder()

    private func client(
        _ body: Data,
        status: Int = 200,
        at url: String = "https://a.example/p/"
    )
        throws -> EntitlementClient
    {
        EntitlementClient(
            url: try #require(URL(string: url)),
            key: "secret",
            app: "com.example.shop",
            environment: .sandbox
        ) { request in
            await recorder.record(request)
            return .init(status: status, body: body)
        }
    }

    @Test("Names are escaped in an address, and the key is sent")
    func address() async throws {
        let body = Data(#"{"entitlements":[]}"#.utf8)
        let date = Date(timeIntervalSince1970: 0)
        _ = try await client(body).entitlements(of: "user:a/b é", at: date)
        let request = try #require(await recorder.requests.first)
        #expect(request.method == "GET")
        #expect(
            request.url.absoluteString == "https://a.example/p/v1/customers/user%3Aa%2Fb%20%C3%A9"
                + "/entitlements?app=com.example.shop&environment=Sandbox"
                + "&at=1970-01-01T00%3A00%3A00Z"
        )
        #expect(request.headers == ["Authorization": "Bearer secret"])
        #expect(request.body == nil)
    }

    @Test("The examples of the description are read")
    func customer() async throws {
        let customer = try await client(Description.customer()).customer("user:42")
        #expect(customer.name == customer.names.first)
        #expect(customer.names.contains("user:42"))
        #expect(customer.entitlements.map(\.name) == ["gazette"])
        #expect(customer.purchases.map(\.state) == ["revoked", "active"])
        #expect(customer.purchases.last?.price == Decimal(string: "4.99"))
        #expect(customer.purchases.last?.renews == false)
        #expect(customer.grants.map(\.name) == ["archive"])
        #expect(customer.balances.map(\.balance) == [180])

        let balances = try Description.example(of: "/v1/customers/{id}/balances")
        #expect(try await client(balances).balances(of: "1").map(\.spent) == [120])
        let transfer = try Description.example(of: "/v1/transfers/check", "post")
        #expect(try await client(transfer).checkTransfer(of: "1", to: "2").policy == "newest")
        let statistics = try Description.example(of: "/v1/statistics")
        let rows = try await client(statistics).statistics(from: "2026-01")
        #expect(rows.first?.revenue["EUR"] == Decimal(string: "3105.55"))
        #expect(await recorder.requests.last?.url.query?.hasSuffix("&from=2026-01") == true)
    }

    @Test("Changes have their actor in the body")
    func changes() async throws {
        let link = try Description.example(of: "/v1/customers/{id}/links", "post")
        let client = try client(link)
        let name = try await client.link("user:42", to: "1", actor: "backend")
        #expect(name == "6f9619ff-8b86-4d11-b42d-00c04fc964ff")
        try await client.unlink("user:42", from: "1", actor: "backend")
        let id = UUID()
        try await client.grant("archive", to: "1", reason: "an outage", actor: "sam", id: id)
        try await client.revokeGrant(id, of: "1", actor: "sam")
        let requests = await recorder.requests
        let grant = id.uuidString.lowercased()
        #expect(
            requests.map { "\($0.method) \($0.url.path)" } == [
                "POST /p/v1/customers/1/links", "DELETE /p/v1/customers/1/links/user:42",
                "POST /p/v1/customers/1/grants", "DELETE /p/v1/customers/1/grants/\(grant)",
            ]
        )
        for request in requests {
            #expect(request.headers["Content-Type"] == "application/json")
            let body = try #require(request.body)
            let actor = try JSONDecoder().decode([String: String].self, from: body)["actor"]
            #expect(["backend", "sam"].contains(actor))
        }
    }

    @Test("Consumables are spent by a key")
    func spend() async throws {
        let path = "/v1/customers/{id}/balances/{productId}"
        let client = try client(Description.example(of: path, "post"))
        let balance = try await client.spend(20, of: "coins", by: "1", key: "k", actor: "sam")
        #expect(balance == 180)
        let body = await recorder.requests.first?.body.map { String(decoding: $0, as: UTF8.self) }
        #expect(body?.contains(#""quantity":20"#) == true)
    }

    @Test("A refusal has the status and the words of the service")
    func refused() async throws {
        let text = #"{"error":{"code":"insufficient","message":"The balance is 3."}}"#
        for (body, code) in [(text, "insufficient"), ("<html>", nil)] {
            let client = try client(Data(body.utf8), status: 409)
            await #expect {
                try await client.spend(20, of: "coins", by: "1", key: "k", actor: "sam")
            } throws: { error in
                guard case EntitlementClient.Error.refused(409, code, _) = error else {
                    return false
                }
                return true
            }
        }
    }

    @Test(
        "An unusable response is refused with the place",
        arguments: [("", "the body"), ("{}", "balances"), (#"{"balances":[1]}"#, "balances[0]")]
    )
    func unusable(body: String, place: String) async throws {
        let client = try client(Data(body.utf8))
        await #expect {
            _ = try await client.balances(of: "1")
        } throws: { error in
            guard case EntitlementClient.Error.unusable(let reason) = error else { return false }
            return reason.hasPrefix("\(place): ")
        }
    }
}

private actor Recorder {
    private(set) var requests: [EntitlementClient.Request] = []

    func record(_ request: EntitlementClient.Request) {
        requests.append(request)
    }
}

/// The OpenAPI description of the service, with the examples of its responses.
private enum Description {
    static func example(of path: String, _ method: String = "get") throws -> Data {
        let response = try member("paths", path, method, "responses", "200")
        return try data(response, "content", "application/json", "example")
    }

    static func customer() throws -> Data {
        try data(try member("components", "examples", "Customer", "value"))
    }

    private static func member(_ names: String...) throws -> Any {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent(
            "../../../Services/Entitlements/Sources/EntitlementService/HTTP/openapi.json"
        )
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file.standardized))
        return try names.reduce(document, Self.member)
    }

    private static func data(_ value: Any, _ names: String...) throws -> Data {
        try JSONSerialization.data(withJSONObject: try names.reduce(value, Self.member))
    }

    private static func member(of value: Any, _ name: String) throws -> Any {
        try #require((value as? [String: Any])?[name])
    }
}
