import Foundation
import Synchronization

/// A bad network between a service and a database: a TCP proxy that fails on command.
///
/// Faults affect existing connections. Until `heal`, `blackHole`, `delay` and `refuse` also affect
/// new ones.
package final class TestProxy: Sendable {
    /// The moment to cut a connection, relative to a text from the client.
    package enum Moment: Sendable {
        /// Before the database receives the text.
        case before
        /// After the database receives the text, and before the client gets the response.
        case after
    }

    /// The port of 127.0.0.1 to connect to.
    package let port: UInt16
    private let listener: Int32
    private let network = ProxyNetwork()

    /// Listens for connections to a port of 127.0.0.1, which is asked only then.
    package init(to target: UInt16) throws {
        let listener = try TCPSocket.make()
        guard TCPSocket.withAddress(of: 0, { bind(listener, $0, $1) }) == 0,
            listen(listener, 64) == 0
        else { throw TestClusterError.last("listen") }
        self.listener = listener
        port = try TCPSocket.port(of: listener)
        let network = network
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                network.add(client, to: target)
            }
            close(listener)
        }
    }

    deinit { end() }

    /// The connection string of a database of the cluster behind the proxy.
    package func connectionString(_ database: String = "postgres") -> String {
        "host=127.0.0.1 port=\(port) user=postgres dbname=\(database)"
    }

    /// Ends everything; the system refuses later connections.
    package func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        network.change { $0.fault = .refusal }
        network.cut()
    }

    // MARK: Faults

    /// Ends all connections, in both directions.
    package func cut() { network.cut() }

    /// Ends a connection when its client sends a text, once.
    ///
    /// A prepared statement is sent by its text when a connection first runs it.
    package func cut(_ moment: Moment, _ text: String) {
        network.change { $0.trigger = (Array(text.utf8), moment) }
    }

    /// Replaces a text of the database by another one of the same length.
    package func replace(_ text: String, by other: String) {
        network.change { $0.replacement = (text, other) }
    }

    /// Ends the direction to the clients, while the database continues.
    package func halfClose() { network.halfClose() }

    /// Drops all bytes from now on.
    package func blackHole() { network.change { $0.fault = .blackHole } }

    /// Delays all bytes from now on, in each direction.
    package func delay(by time: Duration) { network.change { $0.fault = .delay(time) } }

    /// Ends connections as soon as they are made.
    package func refuse() { network.change { $0.fault = .refusal } }

    /// Ends the fault, and the connections that lost something.
    package func heal() {
        let lost = network.change { state in
            defer { state.fault = nil }
            if case .blackHole = state.fault { return true }
            return false
        }
        if lost { network.cut() }
    }

    // MARK: Events

    /// The number of connections that were made.
    package var connectionCount: Int { network.change { $0.connectionCount } }

    /// Waits until a client has sent a text, from the beginning on.
    package func sent(_ text: String) async { await network.sent(Array(text.utf8)) }
}
