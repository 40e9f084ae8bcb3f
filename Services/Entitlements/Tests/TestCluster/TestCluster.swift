import Foundation
import Synchronization

/// A private cluster of PostgreSQL in a temporary folder.
///
/// It ends with the object, and also when the process of the tests is killed. It listens on a
/// socket in its folder and on a port of 127.0.0.1; all roles are trusted except `guarded`, which
/// needs a password over TCP once it is created. The superuser is `postgres`.
package final class TestCluster: DatabaseServer {
    /// The durability of a cluster's data.
    package enum Durability: Sendable {
        /// Data survive the end of the server by any signal, but not a crash of the machine.
        case fast
        /// Data survive everything, as in production.
        case durable
    }

    /// The transport to the server.
    package enum Transport: Sendable {
        case socket
        case tcp
    }

    /// The port of 127.0.0.1; it remains the same after a restart.
    package let port: UInt16
    /// The folder of the socket.
    package var socketFolder: String { folder.path }

    let durability: Durability
    let folder: ClusterFolder
    private let settings: [String]
    private let server = Mutex<ServerProcess?>(nil)

    init(
        _ durability: Durability,
        settings: [String],
        fill: (_ folder: ClusterFolder) async throws -> Void
    ) async throws {
        self.durability = durability
        self.settings = settings
        port = try FreePort.next()
        folder = try ClusterFolder()
        try Data(Self.access.utf8).write(to: URL(fileURLWithPath: folder.path + "/pg_hba.conf"))
        try await fill(folder)
        try await start()
    }

    /// Creates and starts a cluster, with settings such as `max_connections=5`.
    package convenience init(
        _ durability: Durability = .fast,
        settings: [String] = []
    ) async throws {
        try await self.init(durability, settings: settings) { folder in
            try await Programs.run(
                "initdb",
                [
                    "--pgdata=\(folder.path)/data", "--username=postgres", "--auth=trust",
                    "--encoding=UTF8", "--no-locale", "--no-sync", "--no-instructions",
                ],
                in: folder.path
            )
        }
    }

    /// The cluster for tests that neither end nor change it, created on first use.
    package static func shared() async throws -> TestCluster { try await sharedTask.value }

    private static let sharedTask = Task { try await TestCluster() }

    // MARK: Starting and ending

    /// Starts the server, and waits until it accepts connections.
    package func start() async throws {
        let arguments = [
            "-D", "\(folder.path)/data", "-p", "\(port)", "-k", folder.path,
            "-c", "listen_addresses=127.0.0.1", "-c", "hba_file=\(folder.path)/pg_hba.conf",
            "-c", "shared_buffers=16MB", "-c", "dynamic_shared_memory_type=mmap",
            "-c", "wal_retrieve_retry_interval=50ms", "-c", "max_wal_size=128MB",
            "-c", "logging_collector=off",
        ]
        let fast = ["fsync=off", "full_page_writes=off", "autovacuum=off"]
        let all = (durability == .fast ? fast : []) + settings
        let command = try Programs.command("postgres", arguments + all.flatMap { ["-c", $0] })
        let process = try ServerProcess(command, folder: folder.path)
        server.withLock { $0 = process }
        try await process.ready()
    }

    /// Ends the server in order (`pg_ctl stop -m fast`): sessions are ended, data is written.
    package func stop() async throws { try await end(by: "INT") }

    /// Kills the server, and waits until all its children are gone.
    package func kill9() async throws { try await end(by: "KILL") }

    /// Stops and starts the server.
    package func restart() async throws {
        try await stop()
        try await start()
    }

    private func end(by signal: String) async throws {
        let process = server.withLock { server in
            defer { server = nil }
            return server
        }
        try await process?.end(by: signal)
    }

    /// The server's output since its start.
    package var log: String { server.withLock { $0?.log ?? "" } }

    /// The rules for connecting (`pg_hba.conf`).
    private static let access = """
        local all all trust
        host all guarded 127.0.0.1/32 scram-sha-256
        host all all 127.0.0.1/32 trust
        local replication all trust
        host replication all 127.0.0.1/32 trust

        """
}
