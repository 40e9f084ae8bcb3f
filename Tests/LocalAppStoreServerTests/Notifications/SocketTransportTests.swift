import FlyingSocks
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Notifications without TLS", .timeLimit(.minutes(10)))
struct SocketTransportTests {
    @Test("A request has what its address says, and asks for the end of the connection")
    func request() async throws {
        let server = try ScriptedServer(.answer(Self.answer))
        defer { server.stop() }
        let url = try server.url(host: "me:p%40ss@127.0.0.1", path: "/a%20b/?x=1&y#part")
        let found = try await Self.send(to: url)
        #expect(found?.result == .success)
        var requests = server.requests.makeAsyncIterator()
        let port = try #require(url.port)
        #expect(
            await requests.next() == """
                POST /a%20b/?x=1&y HTTP/1.1\r
                Host: 127.0.0.1:\(port)\r
                Content-Type: application/json\r
                Content-Length: 21\r
                Accept: */*\r
                Connection: close\r
                Authorization: Basic bWU6cEBzcw==\r
                \r
                {"signedPayload":"x"}
                """
        )
    }

    @Test(
        "A host and a port are written as RFC 9112 says",
        arguments: [
            ("http://shop.example", "/", "shop.example", 80, "shop.example"),
            ("http://shop.example:80/?q", "/?q", "shop.example", 80, "shop.example"),
            ("HTTP://Shop.example:81", "/", "Shop.example:81", 81, "Shop.example"),
            ("http://[::1]", "/", "[::1]", 80, "::1"),
            ("http://[fe80::1%25lo]:81/x", "/x", "[fe80::1]:81", 81, "fe80::1%lo"),
        ] as [(String, String, String, UInt16, String)]
    )
    func target(
        address: String,
        target: String,
        field: String,
        port: UInt16,
        host: String
    ) throws {
        let url = try #require(URL(string: address))
        let request = try #require(RequestMessage(.post(Data(), to: url)))
        #expect(request.port == port)
        #expect(request.host == host)
        let text = String(decoding: request.bytes, as: UTF8.self)
        #expect(text.hasPrefix("POST \(target) HTTP/1.1\r\nHost: \(field)\r\n"))
    }

    @Test(
        "An address that no server can have has an issue with its socket",
        arguments: ["http://a%0d%0ab/", "http://127.0.0.1:99999/", "http://127.0.0.1%00/"]
    )
    func unusable(address: String) async throws {
        let url = try #require(URL(string: address))
        #expect(RequestMessage(.post(Data(), to: url)) == nil)
        #expect(try await Self.send(to: url)?.result == .socketIssue)
    }

    @Test("A name that is not found has an issue with its socket")
    func unknownName() async throws {
        let url = try #require(URL(string: "http://\(String(repeating: "a", count: 300)).invalid/"))
        #expect(try await Self.send(to: url)?.result == .socketIssue)
    }

    @Test("A port at which nobody listens has an issue with its socket")
    func refused() async throws {
        let closed = try ClosedPort()
        defer { closed.close() }
        let url = try #require(URL(string: "http://127.0.0.1:\(closed.port)/"))
        #expect(try await Self.send(to: url)?.result == .socketIssue)
    }

    @Test("The addresses of a name are tried in turn")
    func addresses() async throws {
        let server = try ScriptedServer(.close)
        defer { server.stop() }
        let transport = try await SocketTransport(timeout: 1200, pool: .client)
        let closedPort = try ClosedPort()
        defer { closedPort.close() }
        let port = UInt16(try #require(server.url().port))
        let closed = try sockaddr_in.inet(ip4: "127.0.0.1", port: closedPort.port)
        let open = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
        let socket = try #require(try await transport.connect(to: [closed, open]))
        #expect(try socket.socket.remotePeer() == .ip4("127.0.0.1", port: port))
        await transport.pool.close(socket.socket)
        #expect(try await transport.connect(to: [closed]) == nil)
    }

    @Test("A server is reached by its name, which may have an address of IPv6, too")
    func name() async throws {
        let server = try ScriptedServer(.answer(Self.answer))
        defer { server.stop() }
        #expect(try await Self.send(to: server.url(host: "localhost"))?.result == .success)
    }

    @Test("A server is reached at an address of IPv6", .enabled(if: Self.hasIPv6))
    func ipv6() async throws {
        let address = try sockaddr_in6.inet6(ip6: "::1", port: 0)
        let server = try ScriptedServer(.answer(Self.answer), at: address)
        defer { server.stop() }
        #expect(try await Self.send(to: server.url(host: "[::1]"))?.result == .success)
    }

    @Test("An answer counts although the request was not read to its end")
    func earlyAnswer() async throws {
        let server = try ScriptedServer(.answerEarly(Self.answer))
        defer { server.stop() }
        let body = Data(count: 20_000_000)
        let webhook = try await HTTPClient(timeout: 1200, connections: 1, pool: .client)
        #expect(await webhook.send(.post(body, to: try server.url()))?.result == .success)
    }

    @Test(
        "A notification that is cancelled closes its connection",
        arguments: ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"]
    )
    func cancellation(answer: String) async throws {
        let server = try ScriptedServer(.wait(Array(answer.utf8)))
        defer { server.stop() }
        let url = try server.url()
        let sending = Task { try await Self.send(to: url) }
        for await _ in server.requests { break }
        sending.cancel()
        #expect(try await sending.value == nil)
        // It ends only with the connection.
        for await _ in server.ends { break }
    }

    @Test("No exchange leaves a descriptor open, however it ends")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            let server = try ScriptedServer(.close)
            let pool = SocketPool<Poll>.make()
            try await pool.prepare()
            let polling = Task { try await pool.run() }
            // The first round opens what remains open.
            try await Self.exchangeInEveryWay(with: server, pool)
            let before = try Self.descriptorCount()
            for _ in 0..<20 { try await Self.exchangeInEveryWay(with: server, pool) }
            #expect(try Self.descriptorCount() == before)
            polling.cancel()
        }
    }

    private static func exchangeInEveryWay(
        with server: ScriptedServer,
        _ pool: some AsyncSocketPool
    ) async throws {
        let url = try server.url()
        let patient = SocketTransport(timeout: 1200, pool: pool)
        let closed = try ClosedPort()
        defer { closed.close() }
        let nowhere = try #require(URL(string: "http://127.0.0.1:\(closed.port)/"))
        #expect(await patient.send(.post(WebhookTests.body, to: nowhere)).result == .socketIssue)
        server.reply.withLock { $0 = .reset }
        #expect(await patient.send(.post(WebhookTests.body, to: url)).result == .prematureClose)
        server.reply.withLock { $0 = .wait([]) }
        let hasty = SocketTransport(timeout: 0.01, pool: pool)
        #expect(await hasty.send(.post(WebhookTests.body, to: url)).result == .timedOut)
        let sending = Task { await patient.send(.post(WebhookTests.body, to: url)) }
        sending.cancel()
        #expect(await sending.value.result == .timedOut)
        server.reply.withLock { $0 = .answer(answer) }
        #expect(
            await patient.send(.post(Data(#"{"isLast":true}"#.utf8), to: url)).result == .success
        )
        // The server closes one connection after the other.
        for await request in server.ends where request.contains("isLast") { break }
    }

    private static func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    }

    private static let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)

    private static let hasIPv6: Bool = {
        guard let socket = try? Socket(domain: AF_INET6) else { return false }
        defer { try? socket.close() }
        return (try? socket.bind(to: sockaddr_in6.loopback(port: 0))) != nil
    }()

    private static func send(
        to url: URL,
        within timeout: TimeInterval = 1200
    ) async throws -> HTTPClient.Answer? {
        let webhook = try await HTTPClient(timeout: timeout, connections: 1, pool: .client)
        defer { webhook.invalidate() }
        return await webhook.send(.post(WebhookTests.body, to: url))
    }
}

/// A port that belongs to a socket that does not listen.
private final class ClosedPort: Sendable {
    let port: UInt16
    private let socket: Socket

    init() throws {
        socket = try Socket(domain: AF_INET)
        try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        self.port = port
    }

    func close() {
        try? socket.close()
    }
}
