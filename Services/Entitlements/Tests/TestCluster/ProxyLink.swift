import Foundation
import Synchronization

/// The two sockets of a connection through a proxy, which are closed with the object.
final class ProxyLink: Sendable {
    private let client: Int32
    private let server: Int32
    private let endedCount = Mutex(0)

    init(client: Int32, server: Int32) {
        self.client = client
        self.server = server
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(client)
        close(server)
    }

    /// Whether both directions have ended.
    var isOver: Bool { endedCount.withLock { $0 >= 2 } }

    /// Ends both directions.
    func cut() {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
    }

    /// Ends the direction to the client.
    func endClient() { shutdown(client, Int32(SHUT_WR)) }

    /// Ends one direction, for the pump of which this is the last call.
    func end(toClient: Bool) {
        shutdown(toClient ? client : server, Int32(SHUT_WR))
        endedCount.withLock { $0 += 1 }
    }

    /// Reads the available bytes; `nil` at the end.
    func receive(fromClient: Bool) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(fromClient ? client : server, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    /// Whether all of it was sent.
    func send(_ bytes: [UInt8], toClient: Bool) -> Bool {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                Foundation.send(toClient ? client : server, bytes.baseAddress, bytes.count, flags)
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for a time, as in a slow network, or until the client disconnects.
    func wait(for time: Duration) {
        let (seconds, attoseconds) = time.components
        let milliseconds = Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        var descriptor = pollfd(fd: -1, events: 0, revents: 0)
        poll(&descriptor, 1, milliseconds)
    }
}
