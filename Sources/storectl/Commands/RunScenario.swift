import ArgumentParser
import Foundation
import LocalAppStore

struct RunScenario: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Runs the steps of a file and stops at the first unmet expectation.",
        discussion: """
            Without --store it runs on a new ledger in memory, whose time stands still between the \
            steps. The article Storectl of LocalAppStore describes the file.
            """
    )

    @Argument(help: "The scenario in JSON, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report() throws -> ScenarioReport {
        let bytes = Array(try InputFile(file).data())
        let scenario = try Scenario(bytes, name: InputFile(file).name)
        return ScenarioRunner(store: try store(startingAt: scenario.start)).run(scenario.steps)
    }

    private func store(startingAt start: Date) throws -> Store {
        if options.ledger != nil { return try options.open() }
        return try Store(
            catalog: try options.catalog(),
            at: .memory,
            clock: .manual(startingAt: start)
        )
    }
}
