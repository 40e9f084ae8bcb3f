import Foundation

/// A connection that waits for each response, with minimal work, because it shares the processors
/// with the measured service.
struct HTTPConnection: ~Copyable {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    struct Failure: Error {
        let code: Int32
    }

    init(port: UInt16) throws {
        descriptor = try Self.openSocket(port: port)
    }

    /// Connects to a port of this machine.
    static func openSocket(port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(code: errno) }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
        return descriptor
    }

    deinit { close(descriptor) }

    /// Sends a request, and returns the status of the answer.
    mutating func send(_ request: [UInt8]) throws -> Int {
        var unsent = request[...]
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(code: errno) }
            unsent = unsent.dropFirst(count)
        }
        return try receive()
    }

    private mutating func receive() throws -> Int {
        var length = 0
        while true {
            let count = buffer[length...].withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { throw Failure(code: errno) }
            length += count
            if let status = status(of: buffer[..<length]) { return status }
        }
    }

    /// The status of an answer; `nil` while it is not complete.
    private func status(of bytes: ArraySlice<UInt8>) -> Int? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.lowerBound].lowercased()
        let bodyLength = text[end.upperBound...].utf8.count
        guard let field = head.range(of: "content-length: "),
            let expected = Int(head[field.upperBound...].prefix { $0.isNumber }),
            bodyLength >= expected
        else { return nil }
        return Int(head.dropFirst(9).prefix(3))
    }
}
