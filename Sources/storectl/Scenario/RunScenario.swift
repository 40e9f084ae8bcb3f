import ArgumentParser
import Foundation
import LocalAppStore

struct RunScenario: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Runs the steps of a file and stops at the first unmet expectation.",
        discussion: """
            It runs on a new ledger in memory, whose time stands still between the steps, or with \
            --store on that ledger. The article Storectl of LocalAppStore describes the file.
            """
    )

    @Argument(help: "The scenario in JSON, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var options: CatalogOptions

    @Option(
        name: .customLong("store"),
        help: .value("path", "The ledger to run on. (default: a new one in memory)"),
        completion: .file()
    )
    var ledger: String?

    @OptionGroup var output: OutputOptions

    func report() throws -> ScenarioReport {
        let scenario = try Scenario(InputFile(file))
        return ScenarioRunner(store: try store(startingAt: scenario.start)).run(scenario.steps)
    }

    private func store(startingAt start: Date) throws -> Store {
        let catalog = try options.catalog()
        let isNew = ledger.map { FileKind($0) == nil } == true
        let store = try Store(
            catalog: catalog,
            at: ledger.map { .file(URL(fileURLWithPath: $0)) } ?? .memory,
            clock: ledger == nil ? .manual(startingAt: start) : Console.current.clock
        )
        if isNew, let ledger { Console.current.note("Made the ledger \(ledger).") }
        SettlementLine.show(in: store)
        return store
    }
}
