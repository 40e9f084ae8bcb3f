import AsyncHTTPClient
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOSSL
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct TLSTests {
    private static let openssl = "/usr/bin/openssl"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: openssl)))
    func `the service ends TLS with the configured certificate`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let certificate = folder.path("certificate.pem")
        let key = folder.path("key.pem")
        try Self.makeCertificate(certificate, key)

        let service = try await TestService()
        let settings = try Settings(environment: [
            "ENTITLEMENTS_TLS_CERTIFICATE": certificate, "ENTITLEMENTS_TLS_KEY": key,
        ])
        var configuration = service.configuration()
        configuration.tls = try settings.tls()
        let server = EntitlementServer(
            configuration,
            database: service.database,
            client: .shared,
            logger: .silent
        )
        let (addresses, found) = AsyncStream.makeStream(of: String.self)
        let application = try server.application { found.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            let address = try #require(await addresses.first { _ in true })
            #expect(address.hasPrefix("https://127.0.0.1:"))
            let port = try #require(URL(string: address)?.port)
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(certificate)
            let client = HTTPClient(configuration: .init(tlsConfiguration: tls))
            let request = HTTPClientRequest(url: "https://localhost:\(port)/health/live")
            let response = try await client.execute(request, timeout: .seconds(30))
            #expect(response.status == .ok)
            try await client.shutdown()
            group.cancelAll()
            try? await group.waitForAll()
        }
    }

    /// Makes a self-signed certificate for localhost.
    private static func makeCertificate(_ certificate: String, _ key: String) throws {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: Self.openssl)
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "30", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
    }
}
