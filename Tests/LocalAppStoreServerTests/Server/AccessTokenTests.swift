import Foundation
import Testing

@testable import LocalAppStoreServer

@Suite("The access token", .timeLimit(.minutes(10)))
struct AccessTokenTests {
    private static let token = "0123456789abcdef"

    private func serving(_ body: (RunningServer) async throws -> Void) async throws {
        var configuration = StoreServer.Configuration.patient
        configuration.accessToken = Self.token
        try await RunningServer.run(nil, configuration, body)
    }

    @Test("The page and the control API need it", arguments: ["/", "/control/v1/store"])
    func needed(path: String) async throws {
        try await serving { server in
            let refused = try await server.ask("GET", path)
            #expect(refused.status == 401)
            for field in [
                "Authorization: Bearer \(Self.token)", "Cookie: a=b; store-access=\(Self.token)",
            ] {
                #expect(try await server.status("GET", path, fields: [field]) == 200)
            }
            for field in ["Authorization: Bearer \(Self.token)x", "Cookie: store-access="] {
                #expect(try await server.status("GET", path, fields: [field]) == 401)
            }
        }
    }

    @Test("A browser that opens the page with it keeps it, for itself alone")
    func page() async throws {
        try await serving { server in
            let page = try await server.ask("GET", "/?token=\(Self.token)")
            #expect(page.status == 200)
            let cookie = try #require(page.fields["set-cookie"])
            #expect(cookie.hasPrefix("store-access=\(Self.token); "))
            #expect(cookie.contains("HttpOnly"))
            #expect(cookie.contains("SameSite=Strict"))
            #expect(try await server.status("GET", "/?token=x") == 401)
        }
    }

    @Test("verifyReceipt and the server API do without it")
    func others() async throws {
        try await serving { server in
            #expect(try await server.status("POST", "/verifyReceipt", body: "{}") == 200)
            let response = try await server.ask("GET", "/inApps/v1/transactions/1")
            #expect(response.text == "Unauthenticated")
        }
    }
}
