import Foundation
import Synchronization

/// Unused ports of 127.0.0.1.
enum FreePort {
    /// The next port to try.
    ///
    /// The system uses no ports below 32768 for outgoing connections, so a restarted server finds
    /// its port free.
    private static let candidates = Mutex(UInt16.random(in: 20_000..<32_000))

    static func next() throws -> UInt16 {
        for _ in 0..<1_000 {
            let candidate = candidates.withLock { candidate in
                candidate = candidate < 32_000 ? candidate + 1 : 20_000
                return candidate
            }
            if try isFree(candidate) { return candidate }
        }
        throw TestClusterError.system(call: "bind", reason: "no port is free")
    }

    private static func isFree(_ port: UInt16) throws -> Bool {
        let socket = try TCPSocket.make()
        defer { close(socket) }
        return TCPSocket.withAddress(of: port) { bind(socket, $0, $1) } == 0
    }
}

/// Calls of sockets on 127.0.0.1.
enum TCPSocket {
    static func make() throws -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw TestClusterError.last("socket") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// The port that a socket was bound to.
    static func port(of socket: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.baseAddress.map {
                getsockname(socket, $0.assumingMemoryBound(to: sockaddr.self), &length)
            } ?? -1
        }
        guard result == 0 else { throw TestClusterError.last("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    static func withAddress(
        of port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafeBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return -1
            }
            return body(start, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
