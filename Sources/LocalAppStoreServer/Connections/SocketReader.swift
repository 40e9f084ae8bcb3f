import FlyingSocks
import Foundation

/// Reads requests from a socket, and never holds more of one than is allowed.
struct SocketReader {
    private var buffer: SocketBuffer
    private let headLimit: Int
    private let bodyLimit: Int
    private let discardedReads: Int

    /// Whether a byte of the present request was received.
    private(set) var hasBegun = false

    /// The bytes of a line that states the size of a chunk.
    private static let chunkLineLimit = 256

    init(_ socket: AsyncSocket, limits: StoreServer.Limits) {
        buffer = SocketBuffer(socket)
        // The bytes of a request are added to them.
        headLimit = min(limits.headBytes, .max / 2)
        bodyLimit = min(limits.bodyBytes, .max / 2)
        discardedReads = limits.discardedReads
    }

    /// Waits for the first byte of a request.
    mutating func waitForRequest() async throws {
        hasBegun = false
        while buffer.bytes.isEmpty { try await buffer.receive() }
        hasBegun = true
    }

    /// Reads the head of a request, as far as the empty line.
    mutating func head() async throws -> RequestHead {
        try await skipLineEnd()
        var head: [UInt8] = []
        while let line = try await buffer.line(atMost: headLimit + 2 - head.count) {
            if line == [0x0D, 0x0A] { return try RequestHead(head[...]) }
            head += line
            // An empty line ends with a bare line feed, too; the head is refused then.
            if line == [0x0A] { return try RequestHead(head[...]) }
            if head.count > headLimit { break }
        }
        throw RequestRefusal(.requestHeaderFieldsTooLarge, "The head of the request is too long.")
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
        guard length <= bodyLimit else {
            throw RequestRefusal(.contentTooLarge, "The body of the request is too long.")
        }
    }

    /// Reads on until the client closes, so that it reads a response before the connection ends.
    ///
    /// Closing a socket with unread bytes would make the system discard the response.
    mutating func discardRest() async throws {
        for _ in 0..<discardedReads {
            _ = buffer.take(.max)
            try await buffer.receive()
        }
    }

    private mutating func chunks() async throws -> Data {
        var body = Data()
        while true {
            let size = try BodyFraming.chunkSize(try await chunkLine(limit: Self.chunkLineLimit))
            guard size > 0 else { break }
            try check(size)
            try check(body.count + size)
            body += try await take(size)
            guard try await chunkLine(limit: 0).isEmpty else { throw Self.unendedLine }
        }
        // Fields behind the last chunk contain nothing that is read.
        var rest = headLimit
        while case let line = try await chunkLine(limit: rest), !line.isEmpty { rest -= line.count }
        return body
    }

    private mutating func take(_ count: Int) async throws -> Data {
        while buffer.bytes.count < count { try await buffer.receive() }
        return Data(buffer.take(count))
    }

    /// Reads a line of at most `limit` bytes, without its end.
    private mutating func chunkLine(limit: Int) async throws -> [UInt8] {
        guard let line = try await buffer.line(atMost: limit + 2), line.suffix(2) == [0x0D, 0x0A]
        else { throw Self.unendedLine }
        return Array(line.dropLast(2))
    }

    /// A line end too many behind the request before is harmless (RFC 9112, 2.2).
    private mutating func skipLineEnd() async throws {
        guard buffer.bytes.first == 0x0D else { return }
        while buffer.bytes.count < 2 { try await buffer.receive() }
        if buffer.bytes[1] == 0x0A { _ = buffer.take(2) }
    }

    private static var unendedLine: RequestRefusal {
        RequestRefusal(.badRequest, "A chunk of the request is malformed.")
    }
}
