import TestCluster

/// A pooler in transaction mode between the service and the database is killed, and started again.
struct PoolerKill: Scenario {
    let cluster: TestCluster
    private let pooler: TestPooler

    init() async throws {
        cluster = try await TestCluster()
        try await cluster.makeDatabase(World.database)
        // Fewer than the processes have connections.
        pooler = try await TestPooler(to: cluster, .transaction, sessions: 5)
    }

    var connectionString: String { pooler.connectionString(World.database) }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {
        for _ in 0..<3 {
            await world.progress(by: .random(in: 1...25, using: &random))
            try await pooler.kill9()
            world.log.count("poolers killed")
            await world.failures(.random(in: 1...20, using: &random))
            try await pooler.start()
        }
    }

    func end() async { try? await pooler.kill9() }
}
