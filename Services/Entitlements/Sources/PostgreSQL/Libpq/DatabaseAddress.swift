import CLibpq
public import Foundation

/// Where the database is: a connection string of libpq, as a URI or as `key=value` pairs.
///
/// Several hosts with `target_session_attrs=read-write` find the primary after a fail-over, and
/// `sslmode=verify-full` requires TLS (PostgreSQL, section 34.1).
public struct DatabaseAddress: Sendable {
    private let connectionString: String
    /// The host, the port and the name of the database, without the password.
    public let description: String

    /// - Throws: ``Malformed``, which does not contain the text.
    public init(_ connectionString: String) throws(Malformed) {
        guard let options = PQconninfoParse(connectionString, nil) else { throw Malformed() }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                values[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        self.connectionString = connectionString
        description = ["host", "port", "dbname"].compactMap { key in
            values[key].map { "\(key)=\($0)" }
        }.joined(separator: " ")
    }

    /// The error for a text that is no connection string.
    public struct Malformed: LocalizedError, Hashable {
        /// A sentence without the text, in which there may be a password.
        public var errorDescription: String? {
            "The address of the database is neither a URI such as postgresql://host/name nor pairs "
                + "such as 'host=… dbname=…'."
        }
    }

    /// Begins to connect; `nil` if there is no memory.
    func startConnecting() -> OpaquePointer? {
        // What the connection string says itself comes later, and therefore counts.
        let options = [
            ("application_name", "entitlements"), ("client_encoding", "UTF8"),
            ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"), ("dbname", connectionString),
        ]
        let keywords = options.map { strdup($0.0) } + [nil]
        let values = options.map { strdup($0.1) } + [nil]
        defer { (keywords + values).forEach { free($0) } }
        return PQconnectStartParams(
            keywords.map { UnsafePointer($0) },
            values.map { UnsafePointer($0) },
            1
        )
    }
}
