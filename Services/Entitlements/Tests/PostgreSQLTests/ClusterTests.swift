import Foundation
import TestCluster
import Testing

@Suite struct ClusterTests {
    @Test func `a killed cluster has what was committed`() async throws {
        let cluster = try await TestCluster()
        try await cluster.makeDatabase("a")
        try await cluster.execute("CREATE TABLE t (x int); INSERT INTO t VALUES (1)", in: "a")
        try await cluster.kill9()
        await #expect(throws: TestClusterError.self) { try await cluster.execute("SELECT 1") }
        try await cluster.start()
        #expect(try await cluster.execute("SELECT x FROM t", in: "a") == [["1"]])
        try await cluster.restart()
        try await cluster.makeDatabase("b", from: "a")
        #expect(try await cluster.execute("SELECT x FROM t", in: "b") == [["1"]])
    }

    @Test func `a replica becomes a primary`() async throws {
        let cluster = try await TestCluster()
        try await cluster.execute("CREATE TABLE t (x int)")
        let replica = try await cluster.makeReplica()
        #expect(try await replica.execute("SELECT pg_is_in_recovery()") == [["t"]])
        try await cluster.kill9()
        try await replica.promote()
        try await replica.execute("INSERT INTO t VALUES (1)")
    }
}
