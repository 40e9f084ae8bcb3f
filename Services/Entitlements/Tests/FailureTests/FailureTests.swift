import Testing

@testable import failure_harness

@Suite("The service while something fails", .serialized)
struct FailureTests {
    @Test(.timeLimit(.minutes(10)), arguments: ScenarioName.allCases.filter { $0.obstacle == nil })
    func `nothing is lost, granted or invented`(_ name: ScenarioName) async throws {
        let run = ScenarioRun(name: name, rounds: 2, seed: 20_240_301)
        let report = try await run.run()
        #expect(report.problems.isEmpty, "\(report)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `a database that forgets what it committed is noticed`() async throws {
        let run = ScenarioRun(name: .databaseKill, rounds: 5, seed: 20_240_301) {
            try await DatabaseKill(settings: ["synchronous_commit=off", "wal_writer_delay=10s"])
        }
        let report = try await run.run()
        #expect(report.problems.contains { $0.contains("document lost") }, "\(report)")
    }
}
