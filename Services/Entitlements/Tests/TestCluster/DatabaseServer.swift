import CLibpq
import Foundation

/// A server of PostgreSQL, or several of which one is the primary.
package protocol DatabaseServer: Sendable {
    /// The connection string of a database, for the superuser.
    func address(of database: String) -> String
}

extension DatabaseServer {
    /// Runs statements on a connection of their own, and returns the rows of the last one.
    @discardableResult
    package func execute(
        _ statements: String,
        in database: String = "postgres"
    ) async throws -> [[String?]] {
        let connectionString = address(of: database)
        return try await onThread {
            let connection = PQconnectdb(connectionString)
            defer { PQfinish(connection) }
            PQsetNoticeProcessor(connection, { _, _ in }, nil)
            let result = PQexec(connection, statements)
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
                throw TestClusterError.refused(String(cString: PQerrorMessage(connection)))
            }
            return (0..<PQntuples(result)).map { row in
                (0..<PQnfields(result)).map { column in
                    guard PQgetisnull(result, row, column) == 0 else { return nil }
                    return PQgetvalue(result, row, column).map { String(cString: $0) }
                }
            }
        }
    }
}
