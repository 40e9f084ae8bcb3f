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
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("mounting-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let apps = folder.appendingPathComponent("apps.json")
        let readers = folder.appendingPathComponent("readers.json")
        try Data(
            """
            {"version": 1,
            "apps": [{"bundleId": "com.example.shop", "environments": {"Sandbox": {}}}]}
            """.utf8
        ).write(to: apps)
        try Data(
            """
            {"readers": [{"name": "shop", "key": "\(TestService.key)",
            "access": {"com.example.shop": ["Sandbox"]}}]}
            """.utf8
        ).write(to: readers)

        let settings = try Settings(environment: [
            "ENTITLEMENTS_DATABASE_URL": service.connectionString,
            "ENTITLEMENTS_APPS": apps.path,
            "ENTITLEMENTS_READER_KEYS": readers.path,
        ])
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
