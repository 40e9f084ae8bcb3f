import EntitlementService
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@Suite struct MountingTests {
    @Test func `a Hummingbird server mounts the service beside its own routes`() async throws {
        let service = try await TestService()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let settings = try Settings(environment: try folder.settings(for: service))
        let entitlements = try EntitlementServer(settings, logger: Logger(label: "test"))
        try await entitlements.migrate()
        let router = Router()
        router.get("hello") { _, _ in "Hello" }
        entitlements.addRoutes(to: router.group("purchases"))
        let application = Application(router: router, services: entitlements.services)

        try await application.test(.router) { client async throws in
            let hello = try await client.execute(uri: "/hello", method: .get)
            #expect(hello.text == "Hello")
            let response = try await client.execute(
                uri: "/purchases/v1/customers/1/entitlements"
                    + "?app=com.example.shop&environment=Sandbox",
                method: .get,
                headers: [.authorization: "Bearer \(TestService.key)"]
            )
            #expect(response.text == "{\"entitlements\":[]}")
            let refused = try await client.execute(uri: "/purchases/v1/keys", method: .get)
            #expect(refused.status == .unauthorized)
        }
    }
}
