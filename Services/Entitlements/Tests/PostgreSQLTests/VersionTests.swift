import Foundation
import PostgreSQL
import TestCluster
import Testing

@Suite struct VersionTests {
    @Test func `versions from 15 to 18 are known`() {
        let numbers = [140_023, 150_000, 180_004, 190_001]
        let versions = numbers.map(ServerVersion.init(number:))
        #expect(versions.map(\.isSupported) == [false, true, true, true])
        #expect(versions.map(\.isUnknown) == [false, false, false, true])
        #expect(versions.map(\.description) == ["14.23", "15.0", "18.4", "19.1"])
    }

    @Test func `a server that is too old is refused`() async throws {
        let cluster = try await TestCluster.shared()
        let version = try await ServerVersion(of: makePool())
        #expect(version.isSupported)
        let proxy = try TestProxy(to: cluster.port)
        proxy.replace("server_version\0\(version.number / 10_000)", by: "server_version\0" + "14")
        let pool = try PostgresDatabase(proxy.connectionString(), connections: 1)
        let error = await #expect(throws: SQLError.self) {
            try await pool.query(Statement("SELECT 1"))
        }
        #expect(error?.errorDescription?.contains("is too old, use 15 or later") == true)
    }
}
