import Foundation

extension TestCluster {
    /// The connection string of a database, for the superuser.
    package func connectionString(
        _ database: String = "postgres",
        by transport: Transport = .socket
    ) -> String {
        let host = transport == .socket ? socketFolder : "127.0.0.1"
        return "host=\(host) port=\(port) user=postgres dbname=\(database)"
    }

    package func address(of database: String) -> String { connectionString(database) }

    /// Makes a database, and returns its connection string.
    ///
    /// A template without connections is copied with its content. This is quick, so many tests can
    /// share the creation of tables. By default, the database gets a unique name.
    @discardableResult
    package func makeDatabase(
        _ name: String? = nil,
        from template: String = "template0",
        by transport: Transport = .socket
    ) async throws -> String {
        let name = name ?? "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try await execute("CREATE DATABASE \"\(name)\" TEMPLATE \"\(template)\"")
        return connectionString(name, by: transport)
    }

    /// Makes a replica of all databases, and starts it.
    package func makeReplica() async throws -> TestCluster {
        let source = connectionString()
        return try await TestCluster(durability, settings: []) { folder in
            try await Programs.run(
                "pg_basebackup",
                [
                    "--dbname=\(source)", "--pgdata=\(folder.path)/data", "--write-recovery-conf",
                    "--wal-method=stream", "--checkpoint=fast", "--no-sync",
                ],
                in: folder.path
            )
        }
    }

    /// Promotes a replica, and waits until it is the primary.
    package func promote() async throws {
        try await execute("SELECT pg_promote()")
    }
}
