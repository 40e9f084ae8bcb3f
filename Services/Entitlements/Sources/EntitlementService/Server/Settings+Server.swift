import AppReceipt
import EntitlementModel
import Foundation
import NIOSSL
package import PostgreSQL

extension Settings {
    /// The database, with its connections.
    package func databaseConfiguration() throws -> PostgresDatabase.Configuration {
        let address = try DatabaseAddress(try text(.databaseURL))
        var configuration = PostgresDatabase.Configuration(address: address)
        configuration.connectionCount = try integer(.connections, in: 1...500)
        configuration.timeout = .seconds(try integer(.databaseTimeout, in: 1...25))
        configuration.isSharded = try flag(.sharded)
        return configuration
    }

    /// The database configuration for long-running work, such as a migration.
    package func patientDatabaseConfiguration() throws -> PostgresDatabase.Configuration {
        var configuration = try databaseConfiguration()
        // A rebuild needs connections for its reading transaction, for its writes and for queries.
        configuration.connectionCount = 3
        configuration.timeout = .seconds(24 * 3600)
        return configuration
    }

    /// The apps that are served.
    package func apps() throws(ConfigurationError) -> AppDirectory {
        let sandboxRoots = try self[.roots].map { list throws(ConfigurationError) in
            try RootFiles.read(list.split(separator: ",").map(String.init), relativeTo: nil)
        }
        let file = try file(.apps)
        let folder = URL(fileURLWithPath: try text(.apps)).deletingLastPathComponent()
        return AppDirectory(
            try AppsFile.decode(file).configurations(sandboxRoots: sandboxRoots, in: folder)
        )
    }

    /// The configuration of a server.
    package func serverConfiguration() throws -> EntitlementServer.Configuration {
        let apps = try apps()
        let readers = try ReadersFile.decode(try file(.readerKeys)).keys(for: apps)
        var configuration = EntitlementServer.Configuration(apps: apps, readers: readers)
        configuration.host = try text(.host)
        configuration.port = try integer(.port, in: 0...65535)
        configuration.commitCount = try integer(.commits, in: 1...100)
        configuration.requestSeconds = Int64(try integer(.requestSeconds, in: 1...3600))
        configuration.eventsURL = try url(.eventsURL)
        configuration.eventsSecret = try self[.eventsSecret].map(Self.secret)
        configuration.storeURL = try url(.storeURL)
        if self[.apiKey] != nil { configuration.apiKey = try serverAPIKey() }
        configuration.apiURL = try url(.apiURL)
        if self[.signingKey] != nil { configuration.signer = try signer() }
        if self[.tlsCertificate] != nil || self[.tlsKey] != nil {
            configuration.tls = try tls()
        }
        return configuration
    }

    /// A secret in the format of *Standard Webhooks*: `whsec_` and Base64.
    private static func secret(_ text: String) throws(ConfigurationError) -> [UInt8] {
        let prefix = "whsec_"
        guard text.hasPrefix(prefix),
            let bytes = Data(base64Encoded: String(text.dropFirst(prefix.count))),
            bytes.count >= 24
        else {
            throw ConfigurationError(
                "\(Setting.eventsSecret.rawValue) must be `whsec_` and 24 bytes or more in Base64."
            )
        }
        return Array(bytes)
    }

    private func signer() throws -> EntitlementSigner {
        let pem = String(decoding: try file(.signingKey), as: UTF8.self)
        return EntitlementSigner(
            key: try EntitlementSigningKey(pemRepresentation: pem),
            hours: try integer(.offlineHours, in: 1...8760)
        )
    }

    func tls() throws -> TLSConfiguration {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(try file(.tlsCertificate)))
        let key = try NIOSSLPrivateKey(bytes: Array(try file(.tlsKey)), format: .pem)
        return .makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
    }
}
