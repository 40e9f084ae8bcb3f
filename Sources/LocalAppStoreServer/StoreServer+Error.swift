public import Foundation

extension StoreServer {
    /// The reason why a server does not run.
    public enum Error: Swift.Error, Equatable, LocalizedError {
        /// The server ran before; another run needs another server.
        case alreadyRun
        /// The server ended, or was stopped, before it listened.
        case notListening
        /// The server cannot listen at the address.
        case unusableAddress(String, detail: String)
        /// The system prevents the server from accepting further connections.
        case noConnections(detail: String)

        /// The problem.
        public var errorDescription: String? {
            switch self {
            case .alreadyRun: "A server can run only once; create another one."
            case .notListening: "The server no longer listens."
            case .unusableAddress(let address, let detail):
                "The server cannot listen at \(address): \(detail)"
            case .noConnections(let detail): "The server accepts no connections: \(detail)"
            }
        }
    }
}
