public import AppReceipt
public import Foundation

extension StoreServer {
    /// The addresses, names and limits of a server.
    public struct Configuration: Sendable {
        /// The address to listen on; the default is the loopback address with any free port.
        public var endpoint: Endpoint

        /// Names of the server beside those of the loopback address, as clients write them in the
        /// field `Host`: `store.test` with any port, `store.test:8080` with this one.
        ///
        /// A request with another name is refused, because a web page could have sent it. A
        /// server that other machines reach needs its name here.
        public var names: Set<String>

        /// The limits of the server.
        public var limits: Limits

        /// The key with which back ends sign their tokens; `nil`, the default, is one that lies
        /// beside the ledger.
        public var apiKey: ServerAPIKey?

        /// The current date, by which tokens are judged; the default is that of the system, because
        /// clients date their tokens by it.
        public var now: @Sendable () -> Date = { Date() }

        /// The token that the transaction manager and the control API require, as `Authorization:
        /// Bearer`, or as `token` in the query of the page's address; `nil`, the default, for
        /// access without a token.
        ///
        /// A server that other machines reach should have one. It is sent without encryption.
        public var accessToken: String?

        /// The service whose entitlements the transaction manager and the control API show beside
        /// the store; `nil`, the default, for none.
        ///
        /// Its key is neither logged nor sent to a browser.
        public var entitlementService: EntitlementService?

        /// Called with a line for each request, with the reason if it was refused, and for each
        /// attempt to notify the app's server; the default does nothing.
        ///
        /// The transaction manager's own requests have a line only if they are refused.
        ///
        /// It is called on any thread, and must not block for long.
        public var log: @Sendable (String) -> Void = { _ in }

        /// Makes a configuration.
        public init(
            endpoint: Endpoint = .loopback(port: 0),
            names: Set<String> = [],
            limits: Limits = Limits()
        ) {
            self.endpoint = endpoint
            self.names = names
            self.limits = limits
        }
    }

    /// The address that a server is to listen on.
    public enum Endpoint: Sendable, Hashable, CustomStringConvertible {
        /// The loopback address 127.0.0.1, which no other machine reaches; with port 0, any free
        /// port.
        case loopback(port: UInt16)
        /// A numeric IPv4 or IPv6 address, which other machines may reach; with port 0, any free
        /// port.
        case address(String, port: UInt16)

        /// The address and the port as in `127.0.0.1:8080`.
        public var description: String {
            switch self {
            case .loopback(let port): "127.0.0.1:\(port)"
            case .address(let host, let port): Address(host: host, port: port).description
            }
        }
    }

    /// The address that a server listens on.
    public struct Address: Sendable, Hashable, CustomStringConvertible {
        /// The numeric address.
        public let host: String
        /// The port.
        public let port: UInt16

        /// The address and the port as in `127.0.0.1:8080` or `[::1]:8080`.
        public var description: String { "\(hostInURL):\(port)" }

        /// The base address for clients; `nil` if the host is not an address.
        public var url: URL? { URL(string: "http://\(description)") }

        var hostInURL: String { host.contains(":") ? "[\(host)]" : host }
    }
}
