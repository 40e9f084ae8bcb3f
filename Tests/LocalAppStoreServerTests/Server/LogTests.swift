import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("The log of a server", .timeLimit(.minutes(10)))
struct LogTests {
    /// The lines that a server writes, as they come.
    private let lines = AsyncStream.makeStream(of: String.self)

    private var configuration: StoreServer.Configuration {
        var configuration = StoreServer.Configuration.patient
        configuration.log = { [lines] in lines.continuation.yield($0) }
        return configuration
    }

    /// The next line, with N for a number of milliseconds.
    private func next() async -> String? {
        await lines.stream.first { _ in true }?
            .replacingOccurrences(of: "in [0-9]+ ms", with: "in N ms", options: .regularExpression)
    }

    @Test("A request is a line, without its query")
    func request() async throws {
        try await RunningServer.run(nil, configuration) { server in
            _ = try await server.ask("GET", "/control/v1/store?x=1")
            let reason = "There is no parameter x."
            #expect(await next() == "GET /control/v1/store 400 in N ms: \(reason)")
            _ = try await server.ask("GET", "/control/v1/store")
            #expect(await next() == "GET /control/v1/store 200 in N ms")
            _ = try await server.ask("GET", "/a%2Fb")
            #expect(await next() == "GET /a%2Fb 404 in N ms: The server has nothing at this path.")
        }
    }

    @Test("The requests of the page have no line, unless they are refused")
    func page() async throws {
        try await RunningServer.run(nil, configuration) { server in
            _ = try await server.ask("GET", "/")
            _ = try await server.ask("GET", "/page/app.js")
            let own = ["Sec-Fetch-Site: same-origin"]
            _ = try await server.ask("GET", "/control/v1/store", fields: own)
            _ = try await server.ask("GET", "/control/v1/nothing", fields: own)
            #expect(await next()?.hasPrefix("GET /control/v1/nothing 404 in N ms: ") == true)
            _ = try await server.ask("GET", "/control/v1/store")
            #expect(await next() == "GET /control/v1/store 200 in N ms")
        }
    }

    @Test("A refused token has its reason in the log alone")
    func unauthorized() async throws {
        let key = ServerAPIKey()
        var configuration = configuration
        configuration.apiKey = key
        configuration.now = { APIServer.date }
        let token = try ServerAPIToken(
            bundleIdentifier: "com.example.other",
            signedWith: key,
            at: APIServer.date
        )
        let field = "Authorization: Bearer \(token.compactSerialization)"
        try await RunningServer.run(nil, configuration) { server in
            let path = "/inApps/v1/transactions/1"
            let refused = try await server.ask("GET", path, fields: [field])
            #expect(refused.text == "Unauthenticated")
            #expect(await next()?.hasPrefix("GET \(path) 401 in N ms: The claim bid ") == true)
            _ = try await server.ask("GET", path)
            #expect(await next() == "GET \(path) 401 in N ms: The request has no bearer token")
        }
    }

    @Test("A page of another site has its reason, too")
    func forbidden() async throws {
        try await RunningServer.run(nil, configuration) { server in
            _ = try await server.ask("GET", "/", fields: ["Origin: https://evil.test"])
            let reason = "Requests from pages of other sites are refused."
            #expect(await next() == "GET / 403 in N ms: \(reason)")
        }
    }

    @Test("What a client sends cannot move the terminal's cursor")
    func controls() {
        let line = LogLine("a\n\u{1B}[2J\u{9B}\u{202E}b" + String(repeating: "c", count: 1000))
        #expect(line.description.hasPrefix("a??[2J??b"))
        #expect(line.description.count == 500)
    }

    @Test("A notification is a line with its result")
    func notification() async throws {
        let store = try Store.make()
        let webhook = try WebhookServer.start()
        webhook.answerFirst(with: 503)
        let secret = try #require(URL(string: "\(webhook.url)?key=secret"))
        try store.record(to: secret)
        try store.pay("monthly")
        try await RunningServer.run(store, configuration) { _ in
            let line = try #require(await next())
            let record = try #require(try store.notifications.history().first)
            let identifier = record.notification.identifier.uuidString.lowercased()
            #expect(
                line == """
                    Notification SUBSCRIBED.INITIAL_BUY \(identifier), transaction 1, \
                    customer customer, to \(webhook.url): \
                    UNSUCCESSFUL_HTTP_RESPONSE_CODE 503 in N ms
                    """
            )
        }
        webhook.stop()
    }
}
