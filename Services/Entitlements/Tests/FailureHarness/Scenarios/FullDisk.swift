import Foundation
import Synchronization
import TestCluster

/// The disk of the database is full, then has space again.
final class FullDisk: Scenario {
    let cluster: TestCluster
    private let disk: SmallDisk

    init() async throws {
        cluster = try await TestCluster(.durable)
        try await cluster.makeDatabase(World.database)
        try await cluster.stop()
        let data = "\(cluster.socketFolder)/data", copy = "\(cluster.socketFolder)/copy"
        try runCommand(["cp", "-a", data, copy])
        disk = try SmallDisk(at: data, megabytes: 160)
        try runCommand(["cp", "-a", "\(copy)/.", data])
        try await cluster.start()
    }

    func disturb(_ world: World, _ random: inout SplitMix64) async throws {
        await world.progress(by: .random(in: 1...20, using: &random))
        try disk.fill()
        world.log.count("disks filled")
        await world.failures(.random(in: 10...30, using: &random))
        disk.free()
        try await startAgain(world)
    }

    /// A server without space for its log exits, and must be started again.
    private func startAgain(_ world: World) async throws {
        let cluster = cluster
        let isUp = (try? await cluster.execute("SELECT 1")) != nil
        guard !isUp else { return }
        try await cluster.kill9()
        try await cluster.start()
        world.log.count("servers started again")
    }

    func end() async {
        try? await cluster.stop()
        try? disk.end()
    }
}
