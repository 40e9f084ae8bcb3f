import TestCluster

/// The server of the database is killed, or stopped, and started again.
struct DatabaseKill: Scenario {
    let cluster: TestCluster

    /// Creates the cluster; other settings can make it lose commits.
    init(settings: [String] = []) async throws {
        cluster = try await TestCluster(.durable, settings: settings)
        try await cluster.makeDatabase(World.database)
    }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {
        for _ in 0..<2 {
            await world.progress(by: .random(in: 1...30, using: &random))
            if random.chance(0.75) {
                try await cluster.kill9()
                world.log.count("servers killed")
            } else {
                try await cluster.stop()
                world.log.count("servers stopped")
            }
            await world.failures(.random(in: 5...30, using: &random))
            try await cluster.start()
            try await world.audit.acknowledgements()
        }
    }
}
