import FlyingSocks
import Foundation
import LocalAppStore
import Testing

/// A server that receives a request on each connection, replies as it is told, and closes.
final class ScriptedServer: Sendable {
    /// The reply to connections from now on.
    let reply: Locked<Reply>
    /// What is done with the next connections, before those of `reply`.
    let nextReplies = Locked<[Reply]>([])
    /// The requests, as they were received.
    let requests: AsyncStream<String>
    /// The requests of the connections that are closed.
    let ends: AsyncStream<String>
    private let port: UInt16
    private let socket: Socket

    enum Reply: Sendable {
        /// Sends some bytes, and closes.
        case answer([UInt8])
        /// Sends some bytes as soon as a byte was received, and closes without reading more.
        case answerEarly([UInt8])
        /// Sends some bytes, and waits until the client closes.
        case wait([UInt8])
        /// Resets the connection.
        case reset

        static var close: Reply { .answer([]) }
    }

    /// Starts a server that serves one connection after the other, or each in a thread of its own.
    init(
        _ reply: Reply,
        at address: some SocketAddress,
        concurrently: Bool = false
    ) throws {
        let socket = try Socket(domain: Int32(address.family))
        try socket.bind(to: address)
        try socket.listen()
        port =
            switch try socket.sockname() {
            case .ip4(_, let port), .ip6(_, let port): port
            case .unix: throw SocketError.unsupportedAddress
            }
        let (requests, requestContinuation) = AsyncStream.makeStream(of: String.self)
        let (ends, endContinuation) = AsyncStream.makeStream(of: String.self)
        let current = Locked(reply)
        self.socket = socket
        self.requests = requests
        self.ends = ends
        self.reply = current
        let nextReplies = nextReplies
        Thread.detachNewThread {
            while let (file, _) = try? socket.accept() {
                let connection = Connection(
                    socket: Socket(file: file),
                    received: { requestContinuation.yield($0) }
                )
                let next = nextReplies.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                let reply = next ?? current.withLock { $0 }
                let serve = { @Sendable in _ = endContinuation.yield(connection.serve(reply)) }
                if concurrently { Thread.detachNewThread(serve) } else { serve() }
            }
            try? socket.close()
        }
    }

    convenience init(_ reply: Reply, concurrently: Bool = false) throws {
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
        try self.init(reply, at: address, concurrently: concurrently)
    }

    /// Ends the thread of the server.
    func stop() {
        shutdown(socket.file.rawValue, Int32(SHUT_RDWR))
    }

    /// The address of the server, whose host may be written in another way.
    func url(
        scheme: String = "http",
        host: String = "127.0.0.1",
        path: String = "/"
    ) throws -> URL {
        try #require(URL(string: "\(scheme)://\(host):\(port)\(path)"))
    }
}

private struct Connection: Sendable {
    let socket: Socket
    let received: @Sendable (String) -> Void

    /// Serves the connection until it is closed, and returns its request.
    func serve(_ reply: ScriptedServer.Reply) -> String {
        defer { try? socket.close() }
        switch reply {
        case .answer(let bytes):
            let request = receive()
            send(bytes)
            shutdown(socket.file.rawValue, Int32(SHUT_WR))
            waitForEnd()
            return request
        case .answerEarly(let bytes):
            _ = try? socket.read(atMost: 1)
            send(bytes)
            return ""
        case .wait(let bytes):
            let request = receive()
            send(bytes)
            waitForEnd()
            return request
        case .reset:
            // Closing a socket with unread bytes resets it.
            _ = try? socket.read(atMost: 1)
            return ""
        }
    }

    /// Receives a request, which gets something, or whose body is a JSON object.
    private func receive() -> String {
        var bytes: [UInt8] = []
        while !Self.isComplete(bytes), let more = try? socket.read(atMost: 65_536) {
            bytes += more
        }
        let request = String(decoding: bytes, as: UTF8.self)
        received(request)
        return request
    }

    private static func isComplete(_ request: [UInt8]) -> Bool {
        let end = request.starts(with: Array("GET ".utf8)) ? "\r\n\r\n" : "}"
        return request.suffix(end.utf8.count).elementsEqual(end.utf8)
    }

    private func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count, let end = try? socket.write(Data(bytes), from: sent) {
            sent = end
        }
    }

    private func waitForEnd() {
        while let rest = try? socket.read(atMost: 4096), !rest.isEmpty {}
    }
}
