import FlyingSocks
import Foundation

/// Reads requests from a socket, and never holds more of one than is allowed.
struct SocketReader {
    private let socket: AsyncSocket
    private let limits: StoreServer.Limits
    /// The received bytes that are still unread.
    private var buffer: [UInt8] = []

    /// Whether a byte of the present request was received.
    private(set) var hasBegun = false

    /// The bytes of a line that states the size of a chunk.
    private static let chunkLineLimit = 256

    init(_ socket: AsyncSocket, limits: StoreServer.Limits) {
        self.socket = socket
        self.limits = limits
    }

    /// Waits for the first byte of a request.
    mutating func waitForRequest() async throws {
        hasBegun = false
        while buffer.isEmpty { try await receive() }
        hasBegun = true
    }

    /// Reads the head of a request, as far as the empty line.
    mutating func head() async throws -> RequestHead {
        try await skipLineEnd()
        var scanned = 0
        while true {
            if let end = headEnd(from: &scanned), end.last < limits.headBytes {
                let head = try RequestHead(buffer[...end.last])
                buffer.removeFirst(end.next)
                return head
            }
            guard buffer.count < limits.headBytes else {
                throw RequestRefusal(
                    .requestHeaderFieldsTooLarge,
                    "The head of the request is too long."
                )
            }
            try await receive()
        }
    }

    /// Reads a body, which is refused as soon as it is longer than allowed.
    mutating func body(_ framing: BodyFraming) async throws -> Data {
        switch framing {
        case .length(let length):
            try check(length)
            return try await take(length)
        case .chunked: return try await chunks()
        }
    }

    /// Refuses the length of a body that is longer than allowed.
    func check(_ length: Int) throws(RequestRefusal) {
        guard length <= limits.bodyBytes else {
            throw RequestRefusal(.contentTooLarge, "The body of the request is too long.")
        }
    }

    /// Reads on until the client closes, so that it reads a response before the connection ends.
    ///
    /// Closing a socket with unread bytes would make the system discard the response.
    mutating func discardRest() async throws {
        buffer = []
        for _ in 0..<limits.discardedReads { _ = try await socket.read(atMost: 4096) }
    }

    private mutating func chunks() async throws -> Data {
        var body = Data()
        while true {
            let size = try BodyFraming.chunkSize(try await line(limit: Self.chunkLineLimit))
            guard size > 0 else { break }
            try check(size)
            try check(body.count + size)
            body += try await take(size)
            guard try await line(limit: 0).isEmpty else { throw Self.unendedLine }
        }
        // Fields behind the last chunk contain nothing that is read.
        var rest = limits.headBytes
        while case let line = try await line(limit: rest), !line.isEmpty { rest -= line.count }
        return body
    }

    private mutating func take(_ count: Int) async throws -> Data {
        while buffer.count < count { try await receive() }
        defer { buffer.removeFirst(count) }
        return Data(buffer[..<count])
    }

    /// Reads a line of at most `limit` bytes, without its end.
    private mutating func line(limit: Int) async throws -> [UInt8] {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                guard end > 0, buffer[end - 1] == 0x0D, end - 1 <= limit else {
                    throw Self.unendedLine
                }
                defer { buffer.removeFirst(end + 1) }
                return Array(buffer[..<(end - 1)])
            }
            guard buffer.count <= limit + 1 else { throw Self.unendedLine }
            try await receive()
        }
    }

    /// The start of the last line of a head, and of the body.
    ///
    /// An empty line ends with a bare line feed, too; the head is refused then.
    private func headEnd(from scanned: inout Int) -> (last: Int, next: Int)? {
        while scanned < buffer.count {
            guard buffer[scanned] == 0x0A else {
                scanned += 1
                continue
            }
            let rest = buffer[(scanned + 1)...].prefix(2)
            if rest.first == 0x0A { return (scanned, scanned + 2) }
            if rest.elementsEqual([0x0D, 0x0A]) { return (scanned, scanned + 3) }
            // The rest of the empty line may not be there yet.
            if rest.isEmpty || rest.elementsEqual([0x0D]) { return nil }
            scanned += 1
        }
        return nil
    }

    /// A line end too many behind the request before is harmless (RFC 9112, 2.2).
    private mutating func skipLineEnd() async throws {
        guard buffer.first == 0x0D else { return }
        while buffer.count < 2 { try await receive() }
        if buffer[1] == 0x0A { buffer.removeFirst(2) }
    }

    /// Waits for more bytes.
    private mutating func receive() async throws {
        buffer += try await socket.read(atMost: 4096)
    }

    private static var unendedLine: RequestRefusal {
        RequestRefusal(.badRequest, "A chunk of the request is malformed.")
    }
}
