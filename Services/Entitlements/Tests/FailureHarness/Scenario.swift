import ArgumentParser
import Foundation
import TestCluster

/// The failure in a scenario, and the setup of the service for it.
protocol Scenario: Sendable {
    associatedtype Cluster: DatabaseServer
    /// The cluster with the present database of the service.
    var cluster: Cluster { get }
    /// The connection string of the service.
    var connectionString: String { get }
    /// Settings of the service beside those of all scenarios.
    var settings: [String: String] { get }
    /// The words before the program, for each process.
    var launchers: [[String]] { get }
    /// The statuses for the App Store that are allowed besides 200; 0 is a missing response.
    var allowedFailures: Set<Int> { get }
    /// The number of rounds on one database.
    var roundsPerWorld: Int { get }

    /// Causes a failure during the load, and ends it.
    func disturb(_ world: World, _ random: inout SplitMix64) async throws

    /// Runs the scenario's own checks, at the end.
    func audit(_ world: World) async throws

    /// Removes everything that would outlive the process.
    func end() async
}

extension Scenario where Cluster == TestCluster {
    var connectionString: String { cluster.connectionString(World.database, by: .tcp) }
}

extension Scenario {
    var settings: [String: String] { [:] }
    var launchers: [[String]] { [[], [], []] }
    var allowedFailures: Set<Int> { [503] }
    var roundsPerWorld: Int { 5 }
    func audit(_ world: World) async throws {}
    func end() async {}
}

/// The scenarios by their names.
enum ScenarioName: String, CaseIterable, ExpressibleByArgument {
    case serviceKill = "service-kill"
    case databaseKill = "database-kill"
    case failOver = "fail-over"
    case patroni
    case poolerKill = "pooler-kill"
    case badNetwork = "bad-network"
    case fullDisk = "full-disk"
    case wrongClock = "wrong-clock"
    case badClients = "bad-clients"

    func make() async throws -> any Scenario {
        switch self {
        case .serviceKill: try await ServiceKill()
        case .databaseKill: try await DatabaseKill()
        case .failOver: try await FailOver()
        case .patroni: try await PatroniFailOver()
        case .poolerKill: try await PoolerKill()
        case .badNetwork: try await BadNetwork()
        case .fullDisk: try await FullDisk()
        case .wrongClock: try await WrongClock()
        case .badClients: try await BadClients()
        }
    }

    /// The reason why the scenario cannot run on this machine; `nil` if it can.
    var obstacle: String? {
        switch self {
        case .patroni: PatroniCluster.obstacle
        case .poolerKill: TestPooler.obstacle
        case .fullDisk: SmallDisk.obstacle
        case .wrongClock: WrongClock.obstacle
        default: nil
        }
    }
}
