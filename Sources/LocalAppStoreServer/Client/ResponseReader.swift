import FlyingSocks
import Foundation
import LocalAppStore

/// Reads the response of another server, as far as it is received.
struct ResponseReader {
    private var buffer: SocketBuffer
    /// Whether a byte of the final response was received.
    private var hasBegun = false
    private var status: Int?
    /// The body, as far as it is kept.
    private var body = Data()
    private let bodyLimit: Int

    /// The bytes of the heads together, and of the fields behind the last chunk.
    static let headLimit = 65_536

    /// The bytes of a line that states the size of a chunk.
    private static let chunkLineLimit = 256

    /// Makes a reader that keeps as many bytes of the body.
    init(_ socket: AsyncSocket, bodyLimit: Int) {
        buffer = SocketBuffer(socket)
        self.bodyLimit = bodyLimit
    }

    /// Reads the response; a cancelled one has timed out.
    mutating func answer() async -> HTTPClient.Answer {
        let result = await self.result()
        let text = status.map { _ in String(decoding: body, as: UTF8.self) }
        return HTTPClient.Answer(result, status: status, body: text)
    }

    private mutating func result() async -> StoreNotification.Attempt.Result {
        do {
            let head = try await finalHead()
            status = head.status
            try await readBody(head.framing)
            return HTTPClient.Answer.result(ofStatus: head.status)
        } catch is CancellationError {
            return .timedOut
        } catch is ResponseHead.Malformed {
            return .invalidResponse
        } catch SocketError.disconnected {
            return hasBegun ? .prematureClose : .noResponse
        } catch {
            // The connection was reset.
            return .prematureClose
        }
    }

    /// Reads as far as the head of the final response, after any interim ones.
    private mutating func finalHead() async throws -> ResponseHead {
        var limit = Self.headLimit
        while true {
            let head = try ResponseHead(try await headLines(&limit))
            if !head.isInterim { return head }
        }
    }

    private mutating func headLines(_ limit: inout Int) async throws -> [String] {
        hasBegun = false
        if buffer.bytes.isEmpty { try await buffer.receive() }
        hasBegun = true
        // Data that isn't HTTP may have no line that ends.
        while ResponseHead.canBegin(with: buffer.bytes) {
            if buffer.bytes.count >= ResponseHead.versionLength { return try await lines(&limit) }
            try await buffer.receive()
        }
        throw ResponseHead.Malformed()
    }

    /// Reads lines as far as an empty one.
    private mutating func lines(_ limit: inout Int) async throws -> [String] {
        var lines: [String] = []
        while case let line = try await line(&limit), !line.isEmpty { lines.append(line) }
        return lines
    }

    /// Reads a line without its end, and lessens the limit by its bytes.
    private mutating func line(_ limit: inout Int) async throws -> String {
        guard let line = try await buffer.line(atMost: limit) else {
            throw ResponseHead.Malformed()
        }
        limit -= line.count
        let text = line.dropLast(line.suffix(2) == [0x0D, 0x0A] ? 2 : 1)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func readBody(_ framing: ResponseHead.Framing) async throws {
        switch framing {
        case .length(let length): try await skip(length)
        case .chunked: try await skipChunks()
        case .untilEnd: try await skipRest()
        }
    }

    private mutating func skipChunks() async throws {
        while true {
            let size = try await chunkSize()
            guard size > 0 else { break }
            try await skip(size)
            var limit = 2
            guard try await line(&limit).isEmpty else { throw ResponseHead.Malformed() }
        }
        // Fields behind the last chunk contain nothing that is read.
        var limit = Self.headLimit
        _ = try await lines(&limit)
    }

    private mutating func chunkSize() async throws -> Int {
        var limit = Self.chunkLineLimit
        let line = try await self.line(&limit)
        // Some servers fill the line up with spaces.
        let digits = line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        guard let size = try? BodyFraming.chunkSize(Array(digits.utf8)) else {
            throw ResponseHead.Malformed()
        }
        return size
    }

    private mutating func skipRest() async throws {
        do {
            while true {
                keep(buffer.take(.max))
                try await buffer.receive()
            }
        } catch SocketError.disconnected {
            // The body ends with the connection.
        }
    }

    /// Reads some bytes of the body, and keeps those that have room.
    private mutating func skip(_ count: Int) async throws {
        var rest = count
        while rest > 0 {
            if buffer.bytes.isEmpty { try await buffer.receive() }
            let part = buffer.take(rest)
            keep(part)
            rest -= part.count
        }
    }

    private mutating func keep(_ bytes: [UInt8]) {
        body += bytes.prefix(bodyLimit - body.count)
    }
}
