import ArgumentParser
import Foundation
import StrictJSON

/// The output of a command, for people and for scripts.
protocol Report {
    /// The report as JSON; a member without a value is missing.
    var json: JSONValue { get }
    /// Whether the command did what it was asked; otherwise it exits with the status `refused`.
    var isSuccess: Bool { get }

    /// The report as lines of text.
    func text(_ style: TextStyle) -> String
}

extension Report {
    var isSuccess: Bool { true }
}

/// The end of a command that wrote everything, with a status.
struct EarlyExit: Error {
    let status: ExitStatus
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
        let console = Console.current
        console.writeOutput(
            output.json ? PrettyJSON(report.json).text : report.text(TextStyle(console))
        )
        if !report.isSuccess { throw EarlyExit(status: .refused) }
    }
}

/// A command that did something to files and has little to say.
struct FileReport: Report {
    /// The name of the action, such as `snapshot`.
    let action: String
    let path: String
    let sentence: String

    var json: JSONValue { .object([action: .string(path)]) }

    func text(_ style: TextStyle) -> String { sentence + "\n" }
}
