import Foundation

/// A pooler of connections to a cluster: PgBouncer, which ends with the object.
package final class TestPooler: Sendable {
    /// How long a client has a session of the server.
    package enum Mode: String, Sendable, CaseIterable {
        case session
        case transaction
    }

    /// The port of 127.0.0.1 to connect to.
    package let port: UInt16
    private let folder: ClusterFolder
    private let process: ServerProcess

    /// Why there can be none; `nil` if there can.
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
        let file = URL(fileURLWithPath: "\(folder.path)/pgbouncer.ini")
        try Data(settings.utf8).write(to: file)
        process = try ServerProcess(
            try Programs.command("pgbouncer", [file.path]),
            folder: folder.path,
            readiness: "process up"
        )
        try await process.ready()
    }

    /// The connection string of a database of the cluster.
    package func connectionString(_ database: String) -> String {
        "host=127.0.0.1 port=\(port) user=postgres dbname=\(database)"
    }

    /// Ends the pooler and all connections.
    package func end() async throws { try await process.end(by: "KILL") }
}
