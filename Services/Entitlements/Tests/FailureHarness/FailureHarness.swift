import ArgumentParser
import AsyncHTTPClient
import Foundation
import TestCluster

/// Causes failures while the service is used, and checks that nothing was lost, wrongly granted or
/// invented.
@main
struct FailureHarness: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "failure-harness",
        abstract: "Fails, and looks what the service made of it."
    )

    @Argument(help: "The scenarios; all if there is none.")
    var scenarios: [ScenarioName] = []

    @Option(help: "How often each scenario is run.")
    var rounds = 5

    @Option(help: "What decides everything random; by default another one each time.")
    var seed = UInt64.random(in: 0...0xFFFF_FFFF)

    func run() async throws {
        var isGood = true
        for name in scenarios.isEmpty ? ScenarioName.allCases : scenarios {
            let report = try await ScenarioRun(name: name, rounds: rounds, seed: seed).run()
            print(report)
            isGood = isGood && report.problems.isEmpty
        }
        try? await Driver.client.shutdown()
        guard isGood else { throw ExitCode(1) }
    }
}

/// Some rounds of a scenario.
struct ScenarioRun {
    let name: ScenarioName
    let rounds: Int
    let seed: UInt64
    /// Creates the scenario; `nil` for the one with the name.
    var make: (@Sendable () async throws -> any Scenario)?

    func run() async throws -> ScenarioReport {
        var report = ScenarioReport(name: name, seed: seed, rounds: rounds)
        if let obstacle = name.obstacle {
            report.obstacle = obstacle
            return report
        }
        var random = SplitMix64(seed: seed)
        var left = rounds
        while left > 0, report.problems.isEmpty {
            let log = DeliveryLog()
            let make = make ?? name.make
            let scenario = try await make()
            do {
                let count = min(left, scenario.roundsPerWorld)
                try await run(scenario, log, count, &random)
                left -= count
            } catch {
                log.problem("the harness: \(error)")
                await scenario.end()
            }
            report.add(log)
        }
        return report
    }

    private func run(
        _ scenario: any Scenario,
        _ log: DeliveryLog,
        _ count: Int,
        _ random: inout SplitMix64
    ) async throws {
        let world = try await World(scenario, log, &random)
        do {
            for _ in 0..<count { try await world.run(&random) }
            try await world.compare(&random)
        } catch {
            log.problem("\(error)")
        }
        if log.read({ !$0.problems.isEmpty }) { log.problem(world.fleet.logs) }
        await world.end()
    }
}

/// The result of a scenario.
struct ScenarioReport: CustomStringConvertible {
    let name: ScenarioName
    let seed: UInt64
    let rounds: Int
    /// The reason why the scenario was not run.
    var obstacle: String?
    var problems: [String] = []
    private(set) var counts: [String: Int] = [:]
    private var times: [String: [Duration]] = [:]

    init(name: ScenarioName, seed: UInt64, rounds: Int) {
        self.name = name
        self.seed = seed
        self.rounds = rounds
    }

    mutating func add(_ log: DeliveryLog) {
        let state = log.read { $0 }
        problems += state.problems
        counts.merge(state.counts, uniquingKeysWith: +)
        times.merge(state.times, uniquingKeysWith: +)
        for (status, count) in state.statuses {
            counts[status == 0 ? "without an answer" : "answered \(status)", default: 0] += count
        }
    }

    var description: String {
        if let obstacle { return "\(name.rawValue): skipped. \(obstacle)" }
        let title = "\(name.rawValue): \(rounds) rounds, seed \(seed)"
        let lines = counts.sorted { $0.key < $1.key }.map { "    \($0.key): \($0.value)" }
        let durations = times.sorted { $0.key < $1.key }.map {
            "    \($0.key): \($0.value.summary)"
        }
        let failures = problems.map { "    PROBLEM: \($0)" }
        return ([title] + lines + durations + failures).joined(separator: "\n")
    }
}

extension [Duration] {
    /// The median and the extremes, in seconds.
    fileprivate var summary: String {
        let seconds = sorted().map {
            $0.formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1)))
        }
        guard let least = seconds.first, let greatest = seconds.last else { return "none" }
        return "median \(seconds[count / 2]) of \(count), from \(least) to \(greatest)"
    }
}
