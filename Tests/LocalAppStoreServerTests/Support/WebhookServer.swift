import AppReceipt
import Foundation
import LocalAppStore
import Testing

/// An app's server that receives notifications, on any free port of the loopback address.
struct WebhookServer: Sendable {
    let url: URL
    private let server: ScriptedServer

    struct Received: Sendable {
        let body: Data
        let contentType: String?

        fileprivate init(_ request: String) throws {
            let end = try #require(request.range(of: "\r\n\r\n"))
            body = Data(request[end.upperBound...].utf8)
            let name = "content-type: "
            contentType = request[..<end.lowerBound].components(separatedBy: "\r\n")
                .first { $0.lowercased().hasPrefix(name) }
                .map { String($0.dropFirst(name.count)) }
        }

        /// The notification, whose signature is not verified.
        func document() throws -> JWS<NotificationPayload> {
            let members = try JSONDecoder().decode([String: String].self, from: body)
            return JWS(try #require(members["signedPayload"]))
        }
    }

    /// Starts a server, which may receive requests without ever answering them.
    static func start(answers: Bool = true) throws -> WebhookServer {
        let server = try ScriptedServer(answers ? answer(200) : .wait([]), concurrently: true)
        return WebhookServer(url: try server.url(path: "/notifications"), server: server)
    }

    /// Answers the first request with a status, and those after it with 200.
    func answerFirst(with status: Int) {
        server.nextReplies.withLock { $0 = [Self.answer(status)] }
    }

    /// The next request; waits until there is one.
    func next() async throws -> Received {
        for await request in server.requests { return try Received(request) }
        throw CancellationError()
    }

    /// The payload of the next notification, whose signature is not verified.
    func nextPayload() async throws -> NotificationPayload {
        try await next().document().unverifiedPayload()
    }

    func stop() {
        server.stop()
    }

    private static func answer(_ status: Int) -> ScriptedServer.Reply {
        .answer(Array("HTTP/1.1 \(status) Status\r\nContent-Length: 0\r\n\r\n".utf8))
    }
}

extension WebhookServer {
    /// Runs a server whose store sends to a webhook.
    static func receiving(
        from store: Store,
        _ body: (WebhookServer) async throws -> Void
    ) async throws {
        let webhook = try start()
        try store.record(to: webhook.url)
        try await RunningServer.run(store) { _ in try await body(webhook) }
        webhook.stop()
    }
}

extension Store {
    /// Records notifications from now on, for a server to send to an address.
    func record(to url: URL) throws {
        try notifications.updateSettings {
            $0.isRecording = true
            $0.url = url
        }
    }
}
