import AppReceipt
import Crypto
import EntitlementModel
import Foundation
import PostgreSQL
import Testing

@testable import EntitlementService

/// The settings of a server, and the files that they name.
@Suite struct ServerSettingsTests {
    @Test func `a server has what its settings say`() async throws {
        let service = try await TestService()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let secret = Data(repeating: 7, count: 24)
        let environment = try Self.environment(service, folder).merging([
            "ENTITLEMENTS_HOST": "::1", "ENTITLEMENTS_PORT": "0", "ENTITLEMENTS_COMMITS": "3",
            "ENTITLEMENTS_REQUEST_SECONDS": "45", "ENTITLEMENTS_EVENTS_URL": "https://example.com",
            "ENTITLEMENTS_EVENTS_SECRET": "whsec_\(secret.base64EncodedString())",
            "ENTITLEMENTS_STORE_URL": "http://localhost:1",
            "ENTITLEMENTS_API_URL": "http://localhost:2",
        ]) { _, new in new }
        let server = try Settings(environment: environment).serverConfiguration()
        #expect(server.apps.contains(.shop))
        #expect(server.readers.reader(with: TestService.key)?.scopes == [.shop])
        #expect(server.host == "::1")
        #expect(server.port == 0)
        #expect(server.commitCount == 3)
        #expect(server.requestSeconds == 45)
        #expect(server.eventsURL == "https://example.com")
        #expect(server.eventsSecret == Array(secret))
        #expect(server.storeURL == "http://localhost:1")
        #expect(server.apiURL == "http://localhost:2")
        #expect(server.apiKey?.id == "2X9R4HXF34")
        #expect(server.signer != nil)
        #expect(server.tls == nil)
    }

    @Test func `work that takes long has a database of its own`() async throws {
        let service = try await TestService()
        let settings = try Settings(environment: [
            "ENTITLEMENTS_DATABASE_URL": service.connectionString,
            "ENTITLEMENTS_CONNECTIONS": "5", "ENTITLEMENTS_DATABASE_TIMEOUT": "7",
            "ENTITLEMENTS_SHARDED": "true",
        ])
        let served = try settings.databaseConfiguration()
        #expect(served.connectionCount == 5)
        #expect(served.timeout == .seconds(7))
        #expect(served.isSharded)
        let patient = try settings.patientDatabaseConfiguration()
        #expect(patient.connectionCount == 3)
        #expect(patient.timeout == .seconds(86_400))
        #expect(patient.isSharded)
    }

    @Test(arguments: [
        ("PORT", "65536", "ENTITLEMENTS_PORT must be an integer from 0 to 65535."),
        ("COMMITS", "0", "ENTITLEMENTS_COMMITS must be an integer from 1 to 100."),
        ("REQUEST_SECONDS", "1.5", "ENTITLEMENTS_REQUEST_SECONDS must be an integer from 1 to"),
        ("EVENTS_SECRET", "c2VjcmV0", "must be `whsec_` and 24 bytes or more in Base64."),
        ("EVENTS_SECRET", "whsec_c2VjcmV0", "must be `whsec_` and 24 bytes or more in Base64."),
        ("EVENTS_URL", "example.com/hook", "ENTITLEMENTS_EVENTS_URL must be an http or https URL."),
        ("STORE_URL", "ftp://localhost", "ENTITLEMENTS_STORE_URL must be an http or https URL."),
        ("API_URL", "https://", "ENTITLEMENTS_API_URL must be an http or https URL."),
        ("API_ISSUER_ID", "issuer", "ENTITLEMENTS_API_ISSUER_ID must be a UUID."),
        ("READER_KEYS", "/nowhere/readers.json", "The file of ENTITLEMENTS_READER_KEYS cannot"),
        ("ROOTS", "/nowhere/root.der", "The root certificate /nowhere/root.der cannot be read."),
        ("OFFLINE_HOURS", "8761", "ENTITLEMENTS_OFFLINE_HOURS must be an integer from 1 to 8760."),
    ])
    func `the error of a setting names it`(
        name: String,
        value: String,
        problem: String
    ) async throws {
        let service = try await TestService()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var environment = try Self.environment(service, folder)
        environment["ENTITLEMENTS_\(name)"] = value
        let settings = try Settings(environment: environment)
        let error = #expect(throws: ConfigurationError.self) {
            try settings.serverConfiguration()
        }
        #expect(
            error?.localizedDescription.contains(problem) == true,
            "\(error?.description ?? "")"
        )
    }

    @Test func `a setting that is missing or neither true nor false is named`() throws {
        #expect(
            throws: ConfigurationError(
                "ENTITLEMENTS_DATABASE_URL is not set. \(Setting.databaseURL.help)"
            )
        ) {
            try Settings(environment: [:]).databaseConfiguration()
        }
        #expect(
            throws: ConfigurationError("ENTITLEMENTS_SHARDED must be true or false, not yes.")
        ) {
            let environment = [
                "ENTITLEMENTS_DATABASE_URL": "host=/", "ENTITLEMENTS_SHARDED": "yes",
            ]
            _ = try Settings(environment: environment).databaseConfiguration()
        }
    }

    // MARK: Roots

    @Test func `a root certificate is a file in DER or PEM`() async throws {
        let service = try await TestService()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let root = service.appStore.identity.rootCertificate
        let text = Data(root).base64EncodedString(options: .lineLength64Characters)
        let pem = "-----BEGIN CERTIFICATE-----\r\n\(text)\r\n-----END CERTIFICATE-----\r\n"
        let paths = [
            try folder.write(root, to: "root.der"),
            try folder.write(Data(pem.utf8), to: "root.pem"),
        ]
        let document = try service.appStore.sign(TransactionPayload.make())
        for path in paths {
            var environment = try folder.settings(for: service)
            environment["ENTITLEMENTS_ROOTS"] = path
            let settings = try Settings(environment: environment)
            let verifier = DocumentVerifier(try settings.apps())
            let submission = try verifier.verify(transaction: document, at: Milliseconds(.start))
            #expect(!submission.facts.isEmpty, "\(path)")
        }
    }

    @Test func `a file without a certificate is named with its problem`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (content, problem) in [
            ("-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----", "is malformed PEM."),
            ("no certificate", "is not a root certificate: "),
        ] {
            let path = try folder.write(Data(content.utf8), to: "root.pem")
            let error = #expect(throws: ConfigurationError.self) {
                try RootFiles.read([path], relativeTo: nil)
            }
            #expect(error?.description.contains(path) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        }
    }

    /// The settings with keys for signing and for the App Store Server API.
    private static func environment(
        _ service: TestService,
        _ folder: TemporaryFolder
    ) throws -> [String: String] {
        let apiKey = P256.Signing.PrivateKey().pemRepresentation
        let signingKey = EntitlementSigningKey().pemRepresentation
        return try folder.settings(for: service).merging([
            "ENTITLEMENTS_API_KEY": try folder.write(Data(apiKey.utf8), to: "api.p8"),
            "ENTITLEMENTS_API_KEY_ID": "2X9R4HXF34",
            "ENTITLEMENTS_API_ISSUER_ID": UUID().uuidString,
            "ENTITLEMENTS_SIGNING_KEY": try folder.write(Data(signingKey.utf8), to: "key.pem"),
        ]) { _, new in new }
    }
}
