import Foundation
import PostgreSQL

/// A folder for the files of a test, to be removed by the test.
struct TemporaryFolder {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("entitlements-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    /// The path of a file.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file; returns its path.
    @discardableResult
    func write(_ data: some DataProtocol, to name: String) throws -> String {
        try Data(data).write(to: url.appendingPathComponent(name))
        return path(name)
    }

    /// Writes the files of an app and of a reader; returns the settings that name them.
    func settings(for service: TestService) throws -> [String: String] {
        let apps = """
            {"version": 1,
            "apps": [{"bundleId": "com.example.shop", "environments": {"Sandbox": {}}}]}
            """
        let readers = """
            {"readers": [{"name": "shop", "key": "\(TestService.key)",
            "access": {"com.example.shop": ["Sandbox"]}}]}
            """
        return [
            "ENTITLEMENTS_DATABASE_URL": service.connectionString,
            "ENTITLEMENTS_SHARDED": String(service.database.isSharded),
            "ENTITLEMENTS_APPS": try write(Data(apps.utf8), to: "apps.json"),
            "ENTITLEMENTS_READER_KEYS": try write(Data(readers.utf8), to: "readers.json"),
        ]
    }
}
