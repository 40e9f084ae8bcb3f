import FlyingSocks
import Foundation

/// The socket that accepts the connections of a server.
struct Listener: Sendable {
    let address: StoreServer.Address
    private let socket: AsyncSocket

    init(
        at endpoint: StoreServer.Endpoint,
        pool: some AsyncSocketPool
    ) throws(StoreServer.Error) {
        do {
            let socket = try Self.socket(at: endpoint)
            self.socket = try AsyncSocket(socket: socket, pool: pool)
            address = StoreServer.Address(try socket.sockname())
        } catch {
            throw .unusableAddress(endpoint.description, detail: Self.reason(error))
        }
    }

    /// Throws if the address cannot be used at present, without listening there.
    static func check(_ endpoint: StoreServer.Endpoint) throws(StoreServer.Error) {
        do {
            try Self.socket(at: endpoint).close()
        } catch {
            throw .unusableAddress(endpoint.description, detail: Self.reason(error))
        }
    }

    /// Passes on every connection until the task is cancelled.
    func accept(_ body: (AsyncSocket) async -> Void) async throws {
        while true {
            do {
                await body(try await socket.accept())
            } catch SocketError.failed(_, let code, _) where Self.clientErrors.contains(code) {
                continue
            } catch SocketError.failed(_, let code, _) where Self.shortages.contains(code) {
                // Connections that end release the missing descriptors or memory.
                try await Task.sleep(seconds: 0.05)
            }
        }
    }

    func close() {
        try? socket.close()
    }

    /// The reason of an error of the system, for people.
    private static func reason(_ error: any Error) -> String {
        guard case SocketError.failed(let call, let code, let message) = error,
            !call.hasPrefix("inet_")
        else { return "It is not a numeric address." }
        return switch code {
        case EADDRINUSE: "Another program uses the port."
        case EACCES, EPERM: "This user may not use the port; choose one from 1024 on."
        case EADDRNOTAVAIL: "The address is not one of this machine."
        default: "\(message)."
        }
    }

    /// A connection ended before it was accepted, or a signal came between.
    private static let clientErrors = [ECONNABORTED, EINTR, EPROTO]

    /// The process or the system has no descriptor or no memory for another connection.
    private static let shortages = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private static func socket(at endpoint: StoreServer.Endpoint) throws -> Socket {
        let address = try endpoint.socketAddress
        let socket = try Socket(domain: Int32(address.family))
        do {
            // A server that is started again uses the port that the one before has just left.
            try socket.setValue(true, for: .localAddressReuse)
            try socket.avoidSignals()
            // A program that is started meanwhile would keep the port.
            _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
            try socket.bind(to: address)
        } catch {
            try? socket.close()
            throw error
        }
        // It closes the socket itself when it fails.
        try socket.listen()
        return socket
    }
}

extension StoreServer.Endpoint {
    /// The address for the system, which must be numeric.
    fileprivate var socketAddress: any SocketAddress {
        get throws {
            switch self {
            case .loopback(let port): try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
            case .address(let host, let port) where host.contains(":"):
                try sockaddr_in6.inet6(ip6: host, port: port)
            case .address(let host, let port): try sockaddr_in.inet(ip4: host, port: port)
            }
        }
    }
}

extension StoreServer.Address {
    fileprivate init(_ address: Socket.Address) {
        switch address {
        case .ip4(let host, let port): self.init(host: host, port: port)
        case .ip6(let host, let port): self.init(host: host, port: port)
        case .unix(let path): self.init(host: path, port: 0)
        }
    }
}
