import FlyingSocks
import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: no answer of the entitlement service", .timeLimit(.minutes(10)))
struct ControlEntitlementErrorTests {
    private static let path = "/transactions/1/entitlements"

    private let store: Store

    init() throws {
        store = try .make()
        try store.pay("monthly")
    }

    @Test("A server without a service says so")
    func none() async throws {
        try await ControlClient.run(store) { client in
            let code = try await client.refusal("GET", Self.path)
            #expect(code == "404 noEntitlementService")
            let store = try await client.get("/store")
            #expect(store["entitlementService"] == nil)
        }
    }

    @Test(
        "A purchase that is none is not found, and a query is refused",
        arguments: [
            ("/transactions/9/entitlements", "404 unknownTransaction"),
            ("/transactions/x/entitlements", "404 unknownTransaction"),
            (path + "?fresh=true", "400 unknownParameter"),
        ]
    )
    func refused(path: String, code: String) async throws {
        try await EntitlementServer.listing().asked(about: store) { client in
            let found = try await client.refusal("GET", path)
            #expect(found == code)
        }
    }

    @Test(
        "A status other than 200 is that of a service that refuses",
        arguments: [
            (401, "status 401. Use a reader's key."), (403, "status 403. Use a reader's key."),
            (404, "status 404."), (500, "status 500."), (204, "status 204."),
            (302, "status 302."),
        ]
    )
    func status(status: Int, message: String) async throws {
        let service = try EntitlementServer(status: status, "")
        try await service.asked(about: store) { client in
            let code = try await client.refusal("GET", Self.path)
            #expect(code == "502 serviceRefused")
            #expect(try await client.message("GET", Self.path).contains(message))
        }
    }

    @Test(
        "An answer that makes no sense says where",
        arguments: [
            ("", "the body"), ("<html>", "the body"), ("[]", "the body"), ("{}", "entitlements"),
            (#"{"entitlements":{}}"#, "entitlements"),
            (#"{"entitlements":[1]}"#, "entitlements[0]"),
            (list(of: .element(state: "paused")), "entitlements[0].state"),
            (list(of: .element(until: "tomorrow")), "entitlements[0].until"),
            (list(of: .element(until: "2024-04-01T14:00:00+02:00")), "entitlements[0].until"),
            (list(of: #"{"name":"premium"}"#), "entitlements[0].productId"),
            (String(repeating: " ", count: 262_145), "more than 262144 bytes"),
        ]
    )
    func nonsense(body: String, place: String) async throws {
        try await EntitlementServer(body).asked(about: store) { client in
            let code = try await client.refusal("GET", Self.path)
            #expect(code == "502 invalidServiceAnswer")
            #expect(try await client.message("GET", Self.path).contains(place))
        }
    }

    private static func list(of element: String) -> String {
        #"{"entitlements":[\#(element)]}"#
    }

    @Test("A service that is away, or speaks no HTTP, has no answer")
    func away() async throws {
        for (reply, code) in [
            (ScriptedServer.Reply.close, "502 serviceNotReached"),
            (.answer(Array("hello".utf8)), "502 invalidServiceAnswer"),
            (
                .answer(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".utf8)),
                "502 serviceNotReached"
            ),
        ] {
            try await EntitlementServer(reply).asked(about: store) { client in
                let found = try await client.refusal("GET", Self.path)
                #expect(found == code)
            }
        }
    }

    @Test("A service that hangs is given up, and holds up no other request")
    func deadline() async throws {
        let service = try EntitlementServer(.wait([]), within: 0.01)
        try await service.asked(about: store) { client in
            let code = try await client.refusal("GET", Self.path)
            #expect(code == "504 serviceTimedOut")
        }
        let patient = try EntitlementServer(.wait([]))
        await #expect(throws: CancellationError.self) {
            try await patient.asked(about: store) { client in
                Task { try await client.refusal("GET", Self.path) }
                for await _ in patient.server.requests { break }
                _ = try await client.get("/store")
                // It ends the server, and does not wait for the first request.
                throw CancellationError()
            }
        }
    }

    @Test("So many requests at once that a service would suffer are refused")
    func busy() async throws {
        let service = try EntitlementServer(.wait([]))
        defer { service.server.stop() }
        let configuration = service.configuration
        let client = EntitlementServiceConnection(
            try #require(configuration.entitlementService),
            limits: configuration.limits,
            pool: try await .client
        )
        let ask = { @Sendable () async throws in
            try await client.entitlements(ofPurchase: 1, app: "a b", environment: "Sandbox")
        }
        let count = configuration.limits.entitlementServiceRequests
        let tasks = (0..<count).map { _ in Task { _ = try? await ask() } }
        var requests = service.server.requests.makeAsyncIterator()
        for _ in 0..<count { #expect(await requests.next()?.contains("?app=a%20b&") == true) }
        await #expect { _ = try await ask() } throws: { ($0 as? ControlError)?.code == "busy" }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    @Test("The key is neither in an answer nor in the log")
    func key() async throws {
        let lines = Locked<[String]>([])
        let service = try EntitlementServer(status: 401, "")
        var configuration = service.configuration
        configuration.log = { line in lines.withLock { $0.append(line) } }
        try await ControlClient.run(store, configuration) { client in
            let store = try await client.get("/store")
            #expect(store["entitlementService"]?.text == (try service.url))
            #expect(!store.written.contains(EntitlementServer.key))
            #expect(try await client.message("GET", Self.path).contains("key"))
            #expect(try await !client.message("GET", Self.path).contains(EntitlementServer.key))
        }
        service.server.stop()
        #expect(lines.withLock { $0.contains { $0.contains("status 401") } })
        #expect(!lines.withLock { "\($0)".contains(EntitlementServer.key) })
        let shown = try #require(service.configuration.entitlementService)
        #expect("\(shown)" == (try service.url))
    }

    @Test(
        "An address and a key that cannot be used are refused",
        arguments: [
            ("ftp://127.0.0.1", "key", "not an http or https"), ("http:///x", "key", "a host"),
            ("x", "key", "not an http"), ("http://me@127.0.0.1", "key", "a user"),
            ("http://127.0.0.1/?x", "key", "a query"), ("http://127.0.0.1/#x", "key", "fragment"),
            ("http://127.0.0.1", "", "is empty"), ("http://127.0.0.1", "a\r\nb", "letters"),
            ("http://127.0.0.1", "käy", "letters"),
        ]
    )
    func unusable(address: String, key: String, reason: String) throws {
        let url = try #require(URL(string: address))
        #expect {
            try StoreServer.EntitlementService(url: url, key: key)
        } throws: { error in
            error.localizedDescription.contains(reason)
        }
    }
}

extension String {
    /// An element of a service's list.
    fileprivate static func element(state: String = "active", until: String? = nil) -> String {
        EntitlementServer.element(state: state, until: until)
    }
}

extension EntitlementServer {
    fileprivate var url: String {
        get throws { try server.url(path: "/base/").absoluteString }
    }
}
