import FlyingSocks
import Foundation

@testable import LocalAppStoreServer

/// A client that sends whatever it is told, also what no HTTP library would.
final class RawClient: @unchecked Sendable {
    // Unchecked because one test uses it, one call after the other.
    private let socket: AsyncSocket
    private var received: [UInt8] = []
    private var isClosed = false

    private init(_ socket: AsyncSocket) {
        self.socket = socket
    }

    static func connect(to address: StoreServer.Address) async throws -> RawClient {
        let address: sockaddr_in = try .inet(ip4: address.host, port: address.port)
        return RawClient(try await AsyncSocket.connected(to: address, timeout: 600))
    }

    func send(_ text: String) async throws {
        try await send(Data(text.utf8))
    }

    func send(_ data: Data) async throws {
        try await socket.write(data)
    }

    /// A server that stops waits for clients that have read their response and stay.
    deinit { close() }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        try? socket.close()
    }

    /// Reads one response.
    func response(toMethod method: String = "GET") async throws -> RawResponse {
        let head = try await take { Self.headEnd(in: $0) }
        var response = try RawResponse(head: head)
        let length = method == "HEAD" ? 0 : response.length
        response.body = Data(try await take { $0.count >= length ? length : nil })
        return response
    }

    /// Reads a text as far as its end.
    func text(until end: String) async throws -> String {
        let bytes = try await take { received in
            let end = Array(end.utf8)
            return received.indices.first { received[$0...].starts(with: end) }
                .map { $0 + end.count }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads until the server closes; returns what was not read before.
    func rest() async throws -> String {
        do {
            while true { received += try await socket.read(atMost: 4096) }
        } catch SocketError.disconnected, SocketError.failed(_, ECONNRESET, _) {
            // The second one is a server that closed without reading all.
            defer { received = [] }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// Reads bytes up to where `end` finds an end.
    private func take(_ end: ([UInt8]) -> Int?) async throws -> [UInt8] {
        while true {
            if let end = end(received) {
                defer { received.removeFirst(end) }
                return Array(received[..<end])
            }
            received += try await socket.read(atMost: 4096)
        }
    }

    private static func headEnd(in bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: end) }.map { $0 + end.count }
    }
}

/// A response as it was received.
struct RawResponse: Sendable {
    let status: Int
    /// The fields, whose names are in lower case.
    let fields: [String: String]
    var body = Data()

    struct MalformedResponse: Error {}

    init(head: [UInt8]) throws {
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let parts = lines[0].split(separator: " ")
        guard parts.count >= 2, parts[0] == "HTTP/1.1", let status = Int(parts[1]) else {
            throw MalformedResponse()
        }
        self.status = status
        var fields: [String: String] = [:]
        for line in lines.dropFirst() where !line.isEmpty {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { throw MalformedResponse() }
            fields[field[0].lowercased()] = field[1].trimmingCharacters(in: .whitespaces)
        }
        self.fields = fields
    }

    var length: Int { fields["content-length"].flatMap { Int($0) } ?? 0 }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// A member of the body, which is a JSON object.
    subscript(_ name: String) -> Any? {
        (try? JSONSerialization.jsonObject(with: body) as? [String: Any])?[name]
    }
}
