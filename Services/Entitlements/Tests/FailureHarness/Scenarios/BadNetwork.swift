import TestCluster

/// The network between the service and the database fails in many ways.
struct BadNetwork: Scenario {
    let cluster: TestCluster
    private let proxy: TestProxy

    init() async throws {
        cluster = try await TestCluster()
        try await cluster.makeDatabase(World.database)
        proxy = try TestProxy(to: cluster.port)
    }

    var connectionString: String { proxy.connectionString(World.database) }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {
        for _ in 0..<4 {
            await world.progress(by: .random(in: 1...20, using: &random))
            let name = try await fail(world, &random)
            world.log.count("networks that \(name)")
            proxy.heal()
        }
    }

    private func fail(_ world: World, _ random: inout SplitMix64) async throws -> String {
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            proxy.cut()
            return "were cut"
        case 1:
            proxy.halfClose()
            return "were half closed"
        case 2:
            proxy.delay(by: .milliseconds(Int.random(in: 20...200, using: &random)))
            await world.progress(by: 10)
            return "were slow"
        case 3:
            proxy.blackHole()
            await world.failures(.random(in: 1...16, using: &random))
            return "lost everything"
        case 4:
            proxy.refuse()
            proxy.cut()
            await world.failures(.random(in: 5...20, using: &random))
            return "refused connections"
        case 5:
            // A text sent together with the commit, so that the outcome of the commit is unknown.
            proxy.cut(.after, "entitlements.granted")
            await world.progress(by: 5)
            return "were cut after a commit"
        default:
            proxy.cut(.before, "entitlements.granted")
            await world.progress(by: 5)
            return "were cut before a commit"
        }
    }

    func end() async { proxy.end() }
}
