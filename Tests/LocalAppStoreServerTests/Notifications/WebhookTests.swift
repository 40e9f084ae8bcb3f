import FlyingSocks
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Answers of webhooks", .timeLimit(.minutes(20)))
struct WebhookTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: "

    @Test(
        "An answer has Apple's result for it",
        arguments: [
            (head + "2\r\n\r\nok", .success, 200), ("", .noResponse, nil),
            (head + "100\r\n\r\nok", .prematureClose, 200), ("hello\r\n", .invalidResponse, nil),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .prematureClose, 200),
            ("HTTP/1.1 100 Continue\r\n\r\n", .noResponse, nil),
            ("HTTP/1.1 500 Failed\r\nContent-Length: 0\r\n\r\n", .unsuccessfulStatus, 500),
        ] as [(String, StoreNotification.Attempt.Result, Int?)]
    )
    func results(
        answer: String,
        result: StoreNotification.Attempt.Result,
        status: Int?
    ) async throws {
        let found = try await Self.send(to: answer)
        #expect(found?.result == result)
        #expect(found?.status == status)
    }

    @Test(
        "A redirect is not followed, and its status is recorded",
        arguments: [301, 302, 303, 307, 308]
    )
    func redirect(status: Int) async throws {
        let answer = """
            HTTP/1.1 \(status) Elsewhere\r
            Location: http://127.0.0.1:1/\r
            Content-Length: 4\r
            \r
            away
            """
        let found = try await Self.send(to: answer)
        #expect(found?.result == .unsuccessfulStatus)
        #expect(found?.status == status)
    }

    @Test("A connection that is reset has been closed too early")
    func reset() async throws {
        let found = try await Self.send(to: nil)
        #expect(found?.result == .prematureClose)
    }

    @Test("A server without TLS has an issue with it")
    func plain() async throws {
        let found = try await Self.send(to: "HTTP/1.1 400 Bad\r\n\r\n", scheme: "https")
        #expect(found?.result == .tlsIssue)
    }

    @Test("Of a long answer the beginning is kept")
    func longBody() async throws {
        let body = String(repeating: "a", count: 5000)
        let found = try await Self.send(to: Self.head + "5000\r\n\r\n" + body)
        #expect(found?.result == .success)
        #expect(found?.body?.utf8.count == 1024)
    }

    @Test("The ledger and the control API have the status and the body of an answer")
    func record() async throws {
        let store = try Store.make()
        let webhook = try await WebhookServer.start()
        webhook.statuses.withLock { $0 = [302] }
        try store.record(to: webhook.url)
        try await ControlClient.run(store, .patient) { client in
            try store.pay("coins")
            try await store.waitForAttempts { $0.map(\.result) == [.unsuccessfulStatus] }
            let attempt = try store.notificationHistory().first?.attempts.first
            #expect(attempt?.status == 302)
            let notifications = try await client.get("/notifications")
            let found = notifications["notifications"]?.elements?.first?["attempts"]?.elements
            #expect(found?.first?["status"]?.number == 302)
            #expect(found?.first?["response"]?.text == "")
        }
        await webhook.stop()
    }

    /// Sends to a server that answers with some bytes and closes; without bytes it resets.
    private static func send(
        to answer: String?,
        scheme: String = "http"
    ) async throws -> Webhook.Answer? {
        let server = try OneAnswer(answer)
        let webhook = Webhook(timeout: 1200)
        defer { webhook.invalidate() }
        let url = try #require(URL(string: "\(scheme)://127.0.0.1:\(server.port)/"))
        return await webhook.send(Data(#"{"signedPayload":"x"}"#.utf8), to: url)
    }
}

/// A server that answers to the first bytes of each connection with the same ones, and closes.
private final class OneAnswer: Sendable {
    let port: UInt16
    private let socket: Socket

    /// Makes a server; without an answer it resets the connection.
    init(_ answer: String?) throws {
        let socket = try Socket(domain: Int32(sa_family_t(AF_INET)))
        try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        self.port = port
        self.socket = socket
        Thread.detachNewThread {
            while let (file, _) = try? socket.accept() { Self.serve(Socket(file: file), answer) }
        }
    }

    deinit {
        shutdown(socket.file.rawValue, Int32(SHUT_RDWR))
        try? socket.close()
    }

    private static func serve(_ socket: Socket, _ answer: String?) {
        if let answer {
            _ = try? socket.read(atMost: 65_536)
            _ = try? socket.write(Data(answer.utf8), from: 0)
            shutdown(socket.file.rawValue, Int32(SHUT_WR))
            while let rest = try? socket.read(atMost: 4096), !rest.isEmpty {}
        }
        // A socket with bytes that nobody read is reset when it is closed.
        else {
            _ = try? socket.read(atMost: 1)
        }
        try? socket.close()
    }
}
