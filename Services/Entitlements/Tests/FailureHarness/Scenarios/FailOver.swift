import Synchronization
import TestCluster

/// The server of the database is killed permanently, and a replica replaces it.
///
/// Commits wait for the replica, so that it has all acknowledged documents.
final class FailOver: Scenario {
    private let first: TestCluster
    private let replica: TestCluster
    private let isOver = Mutex(false)

    init() async throws {
        let first = try await TestCluster(.durable)
        try await first.makeDatabase(World.database)
        replica = try await first.makeReplica()
        // The replica, which has a copy of the settings, does not wait for another one.
        try await first.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try await first.execute("SELECT pg_reload_conf()")
        self.first = first
    }

    var cluster: TestCluster { isOver.withLock { $0 } ? replica : first }
    var roundsPerWorld: Int { 1 }

    var connectionString: String {
        "host=127.0.0.1,127.0.0.1 port=\(first.port),\(replica.port) user=postgres "
            + "dbname=\(World.database) target_session_attrs=read-write"
    }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {
        let first = first
        await world.log.wait(for: "replicated") { _ in
            let states = try? await first.execute("SELECT sync_state FROM pg_stat_replication")
            return states == [["sync"]]
        }
        await world.progress(by: .random(in: 1...60, using: &random))
        if random.chance(0.75) { try await first.kill9() } else { try await first.stop() }
        await world.failures(.random(in: 0...20, using: &random))
        try await replica.promote()
        isOver.withLock { $0 = true }
        world.log.count("replicas promoted")
        try await world.audit.acknowledgements()
    }
}
