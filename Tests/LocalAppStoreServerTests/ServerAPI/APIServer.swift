import AppReceipt
import Foundation
import LocalAppStore

@testable import LocalAppStoreServer

/// A server whose App Store Server API a back end asks, for one test.
struct APIServer: Sendable {
    let store: Store
    let key: ServerAPIKey
    private let running: RunningServer

    /// The date of the back end's clock, which is not that of the store.
    static let date = Date(timeIntervalSince1970: 1_800_000_000)

    static func run(
        _ store: Store? = nil,
        _ configuration: StoreServer.Configuration = .patient,
        _ body: (APIServer) async throws -> Void
    ) async throws {
        let store = try store ?? .make()
        let key = ServerAPIKey()
        var configuration = configuration
        configuration.apiKey = key
        configuration.now = { date }
        try await RunningServer.run(store, configuration) { running in
            try await body(APIServer(store: store, key: key, running: running))
        }
    }

    func token() throws -> String {
        try ServerAPIToken(
            bundleIdentifier: "com.example.shop",
            signedWith: key,
            at: Self.date
        )
        .compactSerialization
    }

    /// Sends a request with a valid token.
    func ask(
        _ method: String,
        _ path: String,
        body: String = "",
        below root: String = "/inApps"
    ) async throws -> RawResponse {
        let field = "Authorization: Bearer \(try token())"
        return try await running.ask(method, root + path, fields: [field], body: body)
    }

    func get(_ path: String) async throws -> RawResponse { try await ask("GET", path) }

    /// Sends a request with any header fields.
    func get(_ path: String, fields: [String]) async throws -> RawResponse {
        try await running.ask("GET", "/inApps" + path, fields: fields)
    }

    /// Sends a request with any header fields and a body.
    func ask(
        _ method: String,
        _ path: String,
        fields: [String],
        body: String
    ) async throws -> RawResponse {
        try await running.ask(method, "/inApps" + path, fields: fields, body: body)
    }

    /// Sends a request with any header fields and bytes.
    func ask(
        _ method: String,
        _ path: String,
        fields: [String],
        data: Data
    ) async throws -> RawResponse {
        try await running.ask(method, "/inApps" + path, fields: fields, data: data)
    }

    /// Apple's code of the error that a request is answered with, which names the status, too.
    func errorCode(
        _ method: String,
        _ path: String,
        body: String = "",
        below root: String = "/inApps"
    ) async throws -> Int? {
        let response = try await ask(method, path, body: body, below: root)
        guard let code = response["errorCode"] as? Int, code / 10_000 == response.status,
            response["errorMessage"] is String
        else { return nil }
        return code
    }

    /// The transactions of a response, verified as a back end does.
    func transactions(_ response: RawResponse) throws -> [TransactionPayload] {
        let texts = response["signedTransactions"] as? [String] ?? []
        return try texts.map { try transaction($0) }
    }

    func transaction(_ text: Any?) throws -> TransactionPayload {
        try verifier().verify(
            JWS(text as? String ?? ""),
            productIdentifier: .unchecked,
            appAccountToken: .unchecked
        )
        .payload
    }

    func verifier() throws -> JWSVerifier {
        JWSVerifier(
            trustedRoots: try TrustedRoots([try store.signedTransactionRootCertificate]),
            policy: JWSPolicy(bundleIdentifier: "com.example.shop", environments: [.sandbox])
        )
    }
}
