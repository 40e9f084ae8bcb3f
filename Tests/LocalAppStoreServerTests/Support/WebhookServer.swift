import AppReceipt
import FlyingFox
import FlyingSocks
import Foundation
import LocalAppStore
import Testing

/// An app's server that receives notifications, on any free port of the loopback address.
struct WebhookServer: Sendable {
    let url: URL
    /// The statuses of the next answers; those after them are 200.
    let statuses: Locked<[Int]>
    private let server: HTTPServer
    private let running: Task<Void, any Error>
    private let requests: AsyncStream<Received>

    struct Received: Sendable {
        let body: Data
        let contentType: String?

        /// The notification, whose signature is not verified.
        func document() throws -> JWS<NotificationPayload> {
            let members = try JSONDecoder().decode([String: String].self, from: body)
            return JWS(try #require(members["signedPayload"]))
        }
    }

    /// Starts a server, which may receive requests without ever answering them.
    static func start(answers: Bool = true) async throws -> WebhookServer {
        let (requests, continuation) = AsyncStream.makeStream(of: Received.self)
        let statuses = Locked<[Int]>([])
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0),
            logger: .disabled,
            handler: ClosureHTTPHandler { request in
                continuation.yield(
                    Received(
                        body: try await request.bodyData,
                        contentType: request.headers[.contentType]
                    )
                )
                if !answers { for await _ in AsyncStream<Void>.makeStream().stream {} }
                let status = statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
                return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "Status"))
            }
        )
        let running = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 600)
        guard case .ip4(let host, let port) = await server.listeningAddress else {
            throw SocketError.unsupportedAddress
        }
        return WebhookServer(
            url: try #require(URL(string: "http://\(host):\(port)/notifications")),
            statuses: statuses,
            server: server,
            running: running,
            requests: requests
        )
    }

    /// The next request; waits until there is one.
    func next() async throws -> Received {
        for await request in requests { return request }
        throw CancellationError()
    }

    /// The payload of the next notification, whose signature is not verified.
    func nextPayload() async throws -> NotificationPayload {
        try await next().document().unverifiedPayload()
    }

    func stop() async {
        await server.stop()
        running.cancel()
    }
}

extension WebhookServer {
    /// Runs a server whose store sends to a webhook.
    static func receiving(
        from store: Store,
        _ body: (WebhookServer) async throws -> Void
    ) async throws {
        let webhook = try await start()
        try store.record(to: webhook.url)
        try await RunningServer.run(store) { _ in try await body(webhook) }
        await webhook.stop()
    }
}

extension Store {
    /// Records notifications from now on, and lets a server send them to an address.
    func record(to url: URL) throws {
        try updateNotificationSettings {
            $0.isRecording = true
            $0.url = url
        }
    }
}
