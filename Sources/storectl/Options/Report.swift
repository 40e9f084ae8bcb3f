import ArgumentParser
import StrictJSON

/// The output of a command, for people and for scripts.
protocol Report {
    /// The report as JSON; a member without a value is missing.
    var json: JSONValue { get }
    /// Whether the command succeeded; otherwise it exits with the status `refused`.
    var isSuccess: Bool { get }

    func text(_ style: TextStyle) -> String
}

extension Report {
    var isSuccess: Bool { true }

    func write(isJSON: Bool) {
        let console = Console.current
        console.writeOutput(isJSON ? PrettyJSON(json).text : text(TextStyle(console)))
    }
}

/// The form of a command's output.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write one JSON document.")
    var json = false
}

/// A command that ends with a report.
protocol ReportingCommand: ParsableCommand {
    associatedtype Output: Report

    var output: OutputOptions { get }

    func report() throws -> Output
}

extension ReportingCommand {
    func run() throws {
        let report = try report()
        report.write(isJSON: output.json)
        if !report.isSuccess { throw EarlyExit(status: .refused) }
    }
}
