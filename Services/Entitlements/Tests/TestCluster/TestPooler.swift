import Foundation
import Synchronization

/// A pooler of connections to a cluster: PgBouncer, which ends with the object.
package final class TestPooler: Sendable {
    /// The time for which a client keeps a session of the server.
    package enum Mode: String, Sendable, CaseIterable {
        case session
        case transaction
    }

    /// The port of 127.0.0.1 to connect to.
    package let port: UInt16
    private let folder: ClusterFolder
    private let process = Mutex<ServerProcess?>(nil)

    /// The reason why no pooler can be started; `nil` if one can.
    package static var obstacle: String? {
        (try? Programs.path("pgbouncer")) == nil ? "There is no PgBouncer." : nil
    }

    /// Starts a pooler with some sessions for each database.
    package init(to cluster: TestCluster, _ mode: Mode, sessions: Int) async throws {
        port = try FreePort.next()
        folder = try ClusterFolder()
        let settings = """
            [databases]
            * = host=127.0.0.1 port=\(cluster.port) user=postgres
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = any
            pool_mode = \(mode.rawValue)
            default_pool_size = \(sessions)
            server_round_robin = 1
            """
        try Data(settings.utf8).write(to: URL(fileURLWithPath: file))
        try await start()
    }

    private var file: String { "\(folder.path)/pgbouncer.ini" }

    /// Starts the pooler, and waits until it accepts connections.
    package func start() async throws {
        let process = try ServerProcess(
            try Programs.command("pgbouncer", [file]),
            folder: folder.path,
            readiness: "process up"
        )
        self.process.withLock { $0 = process }
        try await process.ready()
    }

    /// The connection string of a database of the cluster.
    package func connectionString(_ database: String) -> String {
        "host=127.0.0.1 port=\(port) user=postgres dbname=\(database)"
    }

    /// Kills the pooler, and with it all connections.
    package func kill9() async throws {
        let process = process.withLock { $0.take() }
        try await process?.end(by: "KILL")
    }
}
