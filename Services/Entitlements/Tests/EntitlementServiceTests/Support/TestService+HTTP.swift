import AsyncHTTPClient
import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore

@testable import EntitlementService

extension TestService {
    /// The key of a reader of the shop.
    static let key = "the key of a reader"
    /// The key of a reader with write access.
    static let writerKey = "the key of a writer"
    /// The key of a reader with all permissions.
    static let adminKey = "the key of an administrator"
    /// The key of a reader without access.
    static let otherKey = "the key of another reader"

    func configuration() -> EntitlementServer.Configuration {
        var configuration = EntitlementServer.Configuration(
            apps: apps,
            readers: ReaderKeys([
                ReaderKeys.digest(of: Self.key): .init(
                    name: "reader",
                    scopes: [.shop],
                    seesMetrics: true
                ),
                ReaderKeys.digest(of: Self.writerKey): .init(
                    name: "writer",
                    scopes: [.shop],
                    mayWrite: true
                ),
                ReaderKeys.digest(of: Self.adminKey): .init(
                    name: "admin",
                    scopes: [
                        .shop, PurchaseScope(app: PurchaseScope.shop.app, environment: .production),
                    ],
                    seesMetrics: true,
                    mayWrite: true,
                    isAdmin: true
                ),
                ReaderKeys.digest(of: Self.otherKey): .init(
                    name: "other",
                    scopes: [],
                    mayWrite: true
                ),
            ])
        )
        configuration.port = 0
        configuration.clock = clock
        return configuration
    }

    /// Runs the application, and passes a client for it.
    func serve(
        _ framework: TestingSetup = .router,
        signer: EntitlementSigner? = nil,
        appStore: AppStoreAccess? = nil,
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        var configuration = configuration()
        configuration.signer = signer
        configuration.apiKey = appStore?.key
        configuration.apiURL = appStore?.url
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = EntitlementServer(
            configuration,
            database: database,
            client: .shared,
            logger: logger
        )
        try await server.application().test(framework, body)
    }
}

extension Logger {
    /// A log that discards everything.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

extension TestClientProtocol {
    /// Posts a body.
    func post(
        _ path: String,
        _ body: String,
        key: String? = nil
    ) async throws -> TestResponse {
        try await execute(
            uri: path,
            method: .post,
            headers: key.map { [.authorization: "Bearer \($0)"] } ?? [:],
            body: ByteBuffer(string: body)
        )
    }

    func notify(_ signedPayload: String) async throws -> TestResponse {
        try await post("/notifications", "{\"signedPayload\":\"\(signedPayload)\"}")
    }

    /// Asks for JSON with the key of an administrator.
    func object(_ path: String, _ query: String = "") async throws -> [String: Any] {
        let response = try await execute(
            uri: "/v1/\(path)?app=com.example.shop&environment=Sandbox\(query)",
            method: .get,
            headers: [.authorization: "Bearer \(TestService.adminKey)"]
        )
        guard response.status == .ok else { throw UnexpectedStatus(status: response.status) }
        let object = try JSONSerialization.jsonObject(with: Data(response.text.utf8))
        return object as? [String: Any] ?? [:]
    }

    /// Requests the entitlements of a customer.
    func entitlements(
        of customer: String = UUID.account.uuidString,
        query: String = "app=com.example.shop&environment=Sandbox",
        key: String? = TestService.key,
        _ fields: HTTPFields = [:]
    ) async throws -> TestResponse {
        var fields = fields
        if let key { fields[.authorization] = "Bearer \(key)" }
        return try await execute(
            uri: "/v1/customers/\(customer)/entitlements?\(query)",
            method: .get,
            headers: fields
        )
    }
}

/// The error of a request that should have succeeded.
struct UnexpectedStatus: Error {
    let status: HTTPResponse.Status
}

extension TestResponse {
    var text: String { String(buffer: body) }
}
