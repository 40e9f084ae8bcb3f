import CLibpq
import Foundation

/// Where the database is: a connection string of libpq, as a URI or as `key=value` pairs.
///
/// Several hosts with `target_session_attrs=read-write` find the primary after a fail-over, and
/// `sslmode=verify-full` requires TLS (PostgreSQL, section 34.1). `connect_timeout` is the time for
/// one of several hosts.
package struct DatabaseAddress: Sendable, CustomStringConvertible, CustomReflectable {
    private let connectionString: String
    /// The host, its address and its port, of each host; empty if there is at most one.
    private let hosts: [[(key: String, value: String)]]
    /// The host, the port and the name of the database, without the password.
    package let description: String
    /// The time for a host, if the connection string has one.
    let connectTimeout: Duration?

    /// Reads a connection string.
    ///
    /// - Throws: ``Malformed``, which does not contain the text.
    package init(_ connectionString: String) throws(Malformed) {
        guard !connectionString.hasNull,
            let options = PQconninfoParse(connectionString, nil)
        else { throw Malformed() }
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
        hosts = Self.hosts(of: values)
        connectTimeout = values["connect_timeout"].flatMap { Int($0) }
            .flatMap { $0 > 0 ? .seconds(min($0, 86_400)) : nil }
        description = ["host", "port", "dbname"].compactMap { key in
            values[key].map { "\(key)=\($0)" }
        }.joined(separator: " ")
    }

    /// The text for `dump` and interpolation of a configuration, without the password.
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// The error for a malformed connection string.
    package struct Malformed: LocalizedError, Hashable {
        /// A sentence without the text, in which there may be a password.
        package var errorDescription: String? {
            "The address of the database is neither a URI such as postgresql://host/name nor pairs "
                + "such as 'host=… dbname=…'."
        }
    }

    // MARK: Hosts

    /// The number of hosts to try, one after the other.
    var hostCount: Int { max(hosts.count, 1) }

    private static func hosts(of values: [String: String]) -> [[(key: String, value: String)]] {
        let lists = ["host", "hostaddr", "port"].compactMap { key in
            values[key].map { (key: key, values: $0.components(separatedBy: ",")) }
        }
        let count = lists.filter { $0.key != "port" }.map(\.values.count).max() ?? 1
        // If the counts differ, libpq reports it, except for one port for all hosts.
        guard count > 1,
            lists.allSatisfy({ key, values in
                values.count == count || key == "port" && values.count == 1
            })
        else { return [] }
        return (0..<count).map { index in
            lists.map { ($0.key, $0.values.count == 1 ? $0.values[0] : $0.values[index]) }
        }
    }

    // MARK: Connecting

    /// Begins to connect; `nil` without memory.
    func startConnecting(toHost index: Int) -> OpaquePointer? {
        // Later values replace earlier ones.
        let options =
            [
                ("application_name", "entitlements"),
                ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
                ("tcp_user_timeout", "30000"), ("dbname", connectionString),
                ("client_encoding", "UTF8"),
            ] + (hosts.isEmpty ? [] : hosts[index])
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
