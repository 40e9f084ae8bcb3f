import TestCluster

/// Processes of the service are killed, and started again.
struct ServiceKill: Scenario {
    let cluster: TestCluster

    init() async throws {
        cluster = try await TestCluster()
        try await cluster.makeDatabase(World.database)
    }

    // A killed process doesn't respond.
    var allowedFailures: Set<Int> { [0, 503] }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {
        for _ in 0..<3 {
            await world.progress(by: .random(in: 1...25, using: &random))
            let index = Int.random(in: 0..<world.fleet.count, using: &random)
            await world.fleet.kill(index)
            world.log.count("processes killed")
            await world.progress(by: .random(in: 1...10, using: &random))
            try await world.fleet.restart(index)
        }
    }
}
