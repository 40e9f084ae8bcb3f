import FlyingSocks

/// The received bytes of a connection that are still unread.
struct SocketBuffer {
    private let socket: AsyncSocket
    private(set) var bytes: [UInt8] = []

    init(_ socket: AsyncSocket) {
        self.socket = socket
    }

    /// Waits for more bytes.
    ///
    /// - Throws: `SocketError.disconnected` if the other side has closed, and another error if it
    ///   has reset the connection.
    mutating func receive() async throws {
        do {
            bytes += try await socket.read(atMost: 4096)
        } catch SocketError.disconnected {
            // The pool reports a reset as a disconnection, too, even while bytes are left; the
            // socket distinguishes them.
            bytes += try socket.socket.read(atMost: 4096)
        }
    }

    /// Removes the first bytes, as far as there are so many, and returns them.
    mutating func take(_ count: Int) -> [UInt8] {
        defer { bytes.removeFirst(min(count, bytes.count)) }
        return Array(bytes.prefix(count))
    }

    /// Reads a line with its end; returns `nil` if it has more bytes than allowed.
    mutating func line(atMost limit: Int) async throws -> [UInt8]? {
        var scanned = 0
        while true {
            if let end = bytes[scanned...].firstIndex(of: 0x0A) {
                return end < limit ? take(end + 1) : nil
            }
            guard bytes.count < limit else { return nil }
            scanned = bytes.count
            try await receive()
        }
    }
}
