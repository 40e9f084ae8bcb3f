import Foundation
import Testing

@testable import AppReceipt
@testable import LocalAppStore
@testable import LocalAppStoreServer

/// The requests of Apple's four server libraries, as each of them writes tokens, fields and bodies.
@Suite("Requests of Apple's libraries", .timeLimit(.minutes(10)))
struct ClientRequestTests {
    @Test(
        "Every request of a library is answered",
        arguments: ["swift", "java", "node", "python"]
    )
    func requests(library: String) async throws {
        let client = try AppleLibrary(named: library)
        let store = try Self.store()
        try await APIServer.run(store) { server in
            var values = Self.values
            for request in client.requests {
                let fields = try client.fields(of: request, server)
                let response = try await server.ask(
                    request.method,
                    request.target(values),
                    fields: fields,
                    body: request.body
                )
                #expect(response.status == request.status, "\(request.target) \(response.text)")
                if let member = request.member { #expect(response[member] != nil, "\(request)") }
                values["notification"] =
                    response["testNotificationToken"] as? String
                    ?? values["notification"]
            }
        }
    }

    private static func store() throws -> Store {
        let store = try Store.make()
        try store.record(to: try #require(URL(string: "http://127.0.0.1:1/")))
        try store.pay("coins")
        try store.pay("monthly")
        try store.refunds.request(1, reason: .other)
        return store
    }

    private static var values: [String: String] {
        [
            "transaction": "1", "subscription": "2", "order": "LAS0000000001",
            "app": Customer.appTransactionIdentifier(of: Customer.firstID),
        ]
    }
}

/// The requests of one of Apple's libraries, from `Fixtures/AppleClients`.
///
/// The lines of a file are the `claims` of a token, each `field` of the head, and the type of
/// `json`; then a request each: status, member of the answer, method, target and body.
private struct AppleLibrary {
    private var claims = ""
    private var fields: [String] = []
    private var contentType = ""
    private(set) var requests: [Request] = []

    struct Request {
        let status: Int
        /// A member that the answer has to have.
        let member: String?
        let method: String
        let target: String
        let body: String

        /// The target behind `/inApps`, with the values of its placeholders.
        func target(_ values: [String: String]) -> String {
            values.reduce(String(target.dropFirst("/inApps".count))) { target, value in
                target.replacingOccurrences(of: "{\(value.key)}", with: value.value)
            }
        }
    }

    init(named name: String) throws {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/AppleClients/\(name).txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for line in lines { try add(line) }
    }

    private mutating func add(_ line: Substring) throws {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch try (parts[0], #require(parts.last)) {
        case ("claims", let text): claims = text
        case ("field", let text): fields.append(text)
        case ("json", let text): contentType = text
        default:
            let words = line.split(separator: " ", maxSplits: 4).map(String.init)
            requests.append(
                Request(
                    status: try #require(Int(words[0])),
                    member: words[1] == "-" ? nil : words[1],
                    method: words[2],
                    target: words[3],
                    body: words.count > 4 ? words[4] : ""
                )
            )
        }
    }

    /// The fields of a request, with a token of the library's claims.
    func fields(of request: Request, _ server: APIServer) throws -> [String] {
        let now = Int(APIServer.date.timeIntervalSince1970)
        let text = claims.replacingOccurrences(of: "{bundle}", with: "com.example.shop")
            .replacingOccurrences(of: "{issuer}", with: server.key.issuer)
            .replacingOccurrences(of: "{iat}", with: "\(now)")
            .replacingOccurrences(of: "{exp}", with: "\(now + 300)")
        let token = try JWT(
            signing: Array(text.utf8),
            keyIdentifier: server.key.id,
            with: server.key.key
        )
        let own = ["Authorization: Bearer \(token.compactSerialization)"]
        return fields + own + (request.body.isEmpty ? [] : ["Content-Type: \(contentType)"])
    }
}
