import Dispatch
import FlyingSocks
import Foundation
import LocalAppStore
import StoreTestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Answers of webhooks", .timeLimit(.minutes(10)))
struct WebhookTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: "

    @Test(
        "An answer has Apple's result for it",
        arguments: [
            (head + "2\r\n\r\nok", .success, 200), ("", .noResponse, nil),
            (head + "100\r\n\r\nok", .prematureClose, 200), ("hello\r\n", .invalidResponse, nil),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .prematureClose, 200),
            ("HTTP/1.1 100 Continue\r\n\r\n", .noResponse, nil), ("hello", .invalidResponse, nil),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP", .prematureClose, nil),
            ("HTTP/1.1 103 Early\r\nLink: x\r\n\r\n" + head + "0\r\n\r\n", .success, 200),
            ("HTTP/1.1 204\r\n\r\n", .success, 204), ("HTTP/1.0 206 \n\nto the end", .success, 206),
            ("HTTP/1.1 207 More\r\n\r\n", .unsuccessfulStatus, 207),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .invalidResponse, 200),
            ("HTTP/2 200 OK\r\n\r\n", .invalidResponse, nil),
            (head + "x\r\n\r\n", .invalidResponse, nil),
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

    @Test("A connection that is closed after any byte of an answer has the result for that")
    func everyByte() async throws {
        let head =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let interim = 25
        let answer = Array((head + "2\r\nok\r\n0\r\nField: x\r\n\r\n").utf8)
        let server = try ScriptedServer(.close)
        defer { server.stop() }
        let webhook = try await HTTPClient(timeout: 1200, connections: 1, pool: .client)
        defer { webhook.invalidate() }
        for count in 0...answer.count {
            server.reply.withLock { $0 = .answer(Array(answer[..<count])) }
            let found = await webhook.send(.post(Self.body, to: try server.url()))
            let expected: StoreNotification.Attempt.Result =
                switch count {
                case 0, interim: .noResponse
                case answer.count: .success
                default: .prematureClose
                }
            #expect(found?.result == expected, "\(count) bytes")
            #expect(found?.status == (count < head.utf8.count ? nil : 200), "\(count) bytes")
        }
    }

    @Test("A connection that is reset has been closed too early")
    func reset() async throws {
        let found = try await Self.send(to: .reset)
        #expect(found?.result == .prematureClose)
    }

    @Test(
        "A server that answers too late, or never to the end, has timed out",
        arguments: ["", head]
    )
    func timeout(answer: String) async throws {
        let found = try await Self.send(to: .wait(Array(answer.utf8)), within: 0.2)
        #expect(found?.result == .timedOut)
    }

    @Test("A head without an end is refused")
    func longHead() async throws {
        let field = "Field: " + String(repeating: "a", count: 1000) + "\r\n"
        let fields = String(repeating: field, count: 100)
        let found = try await Self.send(to: .wait(Array(("HTTP/1.1 200 OK\r\n" + fields).utf8)))
        #expect(found?.result == .invalidResponse)
    }

    @Test("A time limit below a second lasts with TLS, too")
    func shortTimeout() async throws {
        let start = DispatchTime.now()
        let found = try await Self.send(to: .wait([]), scheme: "https", within: 0.5)
        #expect(found?.result == .timedOut)
        #expect(start.millisecondsToNow >= 400)
    }

    @Test("A server without TLS has an issue with it")
    func plain() async throws {
        let reply = ScriptedServer.Reply.answerEarly(Array("HTTP/1.1 400 Bad\r\n\r\n".utf8))
        let found = try await Self.send(to: reply, scheme: "https")
        #expect(found?.result == .tlsIssue)
    }

    @Test("Of a long answer the beginning is kept")
    func longBody() async throws {
        let body = String(repeating: "a", count: 5000)
        let found = try await Self.send(to: Self.head + "5000\r\n\r\n" + body)
        #expect(found?.result == .success)
        #expect(found?.body?.utf8.count == 1024)
    }

    @Test(
        "The body of an answer is kept, however its length is stated",
        arguments: [
            "Content-Length: 2\r\n\r\nokmore", "Content-Length: 2, 2\r\n\r\nok", "\r\nok",
            "Transfer-Encoding: chunked\r\n\r\n1;x=y\r\no\r\n1 \r\nk\r\n0\r\n\r\n",
            "Transfer-Encoding:\r\n chunked\r\nContent-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        ]
    )
    func bodies(rest: String) async throws {
        let found = try await Self.send(to: "HTTP/1.1 200 OK\r\n" + rest)
        #expect(found == HTTPClient.Answer(.success, status: 200, body: "ok"))
    }

    @Test("The ledger and the control API have the status and the body of an answer")
    func record() async throws {
        let store = try Store.make()
        let webhook = try WebhookServer.start()
        webhook.answerFirst(with: 302)
        try store.record(to: webhook.url)
        try await ControlClient.run(store, .patient) { client in
            try store.pay("coins")
            try await store.waitForAttempts { $0.map(\.result) == [.unsuccessfulStatus] }
            let attempt = try store.notifications.history().first?.attempts.first
            #expect(attempt?.status == 302)
            let notifications = try await client.get("/notifications")
            let found = notifications["notifications"]?.elements?.first?["attempts"]?.elements
            #expect(found?.first?["status"]?.number == 302)
            #expect(found?.first?["response"]?.text == "")
        }
        webhook.stop()
    }

    static let body = Data(#"{"signedPayload":"x"}"#.utf8)

    private static func send(to answer: String) async throws -> HTTPClient.Answer? {
        try await send(to: .answer(Array(answer.utf8)))
    }

    /// Sends to a server with a reply.
    private static func send(
        to reply: ScriptedServer.Reply,
        scheme: String = "http",
        within timeout: TimeInterval = 1200
    ) async throws -> HTTPClient.Answer? {
        let server = try ScriptedServer(reply)
        defer { server.stop() }
        let webhook = try await HTTPClient(timeout: timeout, connections: 1, pool: .client)
        defer { webhook.invalidate() }
        return await webhook.send(.post(body, to: try server.url(scheme: scheme)))
    }
}
