import Foundation
import TestCluster

/// The primary of three nodes is killed or cut off, and Patroni promotes another one.
///
/// Commits wait for a replica. The ordinary tests use `FailOver` instead, which needs neither
/// Patroni nor root.
struct PatroniFailOver: Scenario {
    let cluster: PatroniCluster

    init() async throws {
        cluster = try PatroniCluster()
        try await cluster.execute("DROP DATABASE IF EXISTS \(World.database) WITH (FORCE)")
        try await cluster.execute("CREATE DATABASE \(World.database)")
        try await cluster.settle()
    }

    var connectionString: String { cluster.address(of: World.database) }

    /// A failure of the primary.
    private enum Failure: String, CaseIterable {
        case machine = "machines killed"
        case database = "PostgreSQL and Patroni killed"
        /// The service still reaches it.
        case members = "primaries cut off from the other nodes"
        case network = "primaries cut off from everything"
    }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {
        let log = world.log
        guard let primary = await cluster.primary() else { throw HarnessError("no primary") }
        let failures: [Failure] = primary.network == nil ? [.machine, .database] : Failure.allCases
        let failure = failures.randomElement(using: &random) ?? .machine
        await world.progress(by: .random(in: 1...20, using: &random))
        let start = ContinuousClock.now
        try change(primary, failure, isFailing: true)
        let isPromoted = await log.wait(for: "promoted", within: .seconds(90)) { _ in
            await cluster.primary(after: primary) != nil
        }
        if isPromoted, log.read({ $0.isLoading }) {
            log.time("until another node was the primary", ContinuousClock.now - start)
            await world.progress(by: 1)
            log.time("until the service acknowledged again", ContinuousClock.now - start)
        }
        log.count(failure.rawValue)
        try await world.audit.acknowledgements()
        await world.progress(by: .random(in: 0...10, using: &random))
        try change(primary, failure, isFailing: false)
        // Before the load of the next round, which would end meanwhile.
        try await cluster.settle()
    }

    private func change(_ node: PatroniNode, _ failure: Failure, isFailing: Bool) throws {
        switch failure {
        case .machine, .database:
            guard isFailing else { return try node.start() }
            let programs = ["patroni.pid", "data/postmaster.pid"]
            try node.kill(programs + (failure == .machine ? ["etcd.pid"] : []))
        case .members:
            try node.cut(from: cluster.nodes.filter { $0.folder != node.folder }, isFailing)
        case .network: try node.unplug(isFailing)
        }
    }
}
