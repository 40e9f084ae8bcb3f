import AppReceipt
import EntitlementModel
import Foundation
import NIOSSL
package import PostgreSQL

/// The values of all settings, from the environment and a file; the environment counts more.
package struct Settings: Sendable {
    private var values: [Setting: String]

    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - file: A text with lines such as `ENTITLEMENTS_PORT=8080`.
    /// - Throws: The first line or variable that is no setting.
    package init(environment: [String: String], file: String? = nil) throws(ConfigurationError) {
        values = try Self.parse(file ?? "")
        for (name, value) in environment where name.hasPrefix("ENTITLEMENTS_") {
            // For the package's own manifest.
            if name == "ENTITLEMENTS_TESTS" { continue }
            guard let setting = Setting(rawValue: name) else {
                throw ConfigurationError("There is no setting \(name).")
            }
            values[setting] = value
        }
    }

    private static func parse(_ file: String) throws(ConfigurationError) -> [Setting: String] {
        var values: [Setting: String] = [:]
        for (index, line) in file.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let setting = Setting(rawValue: String(parts[0])) else {
                throw ConfigurationError("Line \(index + 1) of the settings is no setting.")
            }
            let value = String(parts[1])
            let isQuoted = value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            values[setting] = isQuoted ? String(value.dropFirst().dropLast()) : value
        }
        return values
    }

    /// The value of a setting; `nil` if there is none.
    package subscript(setting: Setting) -> String? {
        let value = values[setting] ?? setting.standard
        return value?.isEmpty ?? true ? nil : value
    }

    /// The value of a setting that has to be there.
    package func text(_ setting: Setting) throws(ConfigurationError) -> String {
        guard let value = self[setting] else {
            throw ConfigurationError("\(setting.rawValue) is not set. \(setting.help)")
        }
        return value
    }

    func integer(_ setting: Setting, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
        let text = try text(setting)
        guard let value = Int(text), range.contains(value) else {
            let least = range.lowerBound, most = range.upperBound
            throw ConfigurationError(
                "\(setting.rawValue) is no whole number from \(least) to \(most)."
            )
        }
        return value
    }

    /// The bytes of the file that a setting names.
    func file(_ setting: Setting) throws(ConfigurationError) -> Data {
        let path = try text(setting)
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw ConfigurationError(
                "The file of \(setting.rawValue) cannot be read: \(error.localizedDescription)"
            )
        }
    }
}

extension Settings {
    /// The database, with its connections.
    package func databaseConfiguration() throws -> PostgresDatabase.Configuration {
        let address = try DatabaseAddress(try text(.databaseURL))
        var configuration = PostgresDatabase.Configuration(address: address)
        configuration.connectionCount = try integer(.connections, in: 1...500)
        configuration.timeout = .seconds(try integer(.databaseTimeout, in: 1...25))
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
        configuration.eventsURL = self[.eventsURL]
        configuration.eventsSecret = try self[.eventsSecret].map(Self.secret)
        configuration.storeURL = self[.storeURL]
        if self[.signingKey] != nil { configuration.signer = try signer() }
        if self[.tlsCertificate] != nil || self[.tlsKey] != nil {
            configuration.tls = try tls()
        }
        return configuration
    }

    /// A secret as *Standard Webhooks* writes it: `whsec_` and Base64.
    private static func secret(_ text: String) throws(ConfigurationError) -> [UInt8] {
        let prefix = "whsec_"
        guard text.hasPrefix(prefix),
            let bytes = Data(base64Encoded: String(text.dropFirst(prefix.count))),
            bytes.count >= 24
        else {
            throw ConfigurationError(
                "\(Setting.eventsSecret.rawValue) is not whsec_ with 24 bytes or more in Base64."
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

/// The error for a setting, or a file of settings, that cannot be used.
package struct ConfigurationError: LocalizedError, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The same sentence.
    package var errorDescription: String? { description }
}
