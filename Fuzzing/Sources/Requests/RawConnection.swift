import Foundation

/// A connection that sends all bytes, and then reads until the server closes.
struct RawConnection {
    private let socket: CInt

    init(to port: UInt16) {
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        // The server's deadlines are longer than what a mutation may take.
        var timeout = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &timeout,
            socklen_t(MemoryLayout<timeval>.size)
        )
        // A closed connection would keep its port for a minute.
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_LINGER,
            &lingering,
            socklen_t(MemoryLayout<linger>.size)
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                while connect(socket, address, length) != 0 {
                    // libFuzzer's clock is a signal; the next call waits for the same connection.
                    guard errno == EINTR else { return errno == EISCONN }
                }
                return true
            }
        }
        guard isConnected else { fatalError("the server does not accept: \(errno)") }
    }

    /// Returns what the server sent.
    func exchange(_ bytes: [UInt8]) -> [UInt8] {
        defer { close(socket) }
        var sent = 0
        // A server that refuses a request may close before it was sent.
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            sent += count
        }
        shutdown(socket, CInt(SHUT_WR))
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else {
                // libFuzzer's clock is a signal.
                if count < 0, errno == EINTR { continue }
                guard count == 0 || errno == ECONNRESET else { fatalError("the server hangs") }
                return received
            }
            received += buffer[..<count]
        }
    }
}
