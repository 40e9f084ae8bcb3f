import Testing

@testable import failure_harness

@Suite("The service while something fails", .serialized)
struct FailureTests {
    @Test(.timeLimit(.minutes(5)), arguments: ScenarioName.allCases.filter { $0.obstacle == nil })
    func `nothing is lost, granted or invented`(_ name: ScenarioName) async throws {
        let run = ScenarioRun(name: name, rounds: 2, seed: 20_240_301)
        let report = try await run.run()
        #expect(report.problems.isEmpty, "\(report)")
    }
}
