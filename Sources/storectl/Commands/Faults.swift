import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

struct Faults: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Checks a fault plan, and shows the faults that it causes.",
        discussion: """
            A plan belongs to one process: an app reads the file that STOREKIT_FAULTS names when \
            it starts. No process can set or clear the plan of another one.
            """
    )

    @Argument(help: "The plan in JSON. (default: $STOREKIT_FAULTS)", completion: .file())
    var file: String?

    @Option(help: "The events of each point to show.")
    var events = 10

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...1000).contains(events) else { throw ValidationError("Show 1 to 1000 events.") }
    }

    func report() throws -> FaultReport {
        guard let path = file ?? Console.current.variable("STOREKIT_FAULTS") else {
            throw Failure.missing("fault plan", "Name its file, or set STOREKIT_FAULTS.")
        }
        let data = try InputFile(path).data()
        var plan: FaultPlan
        do {
            plan = try FaultPlan(json: data)
        } catch let error as FaultPlan.FormatError {
            let place = [InputFile(path).name, error.path].filter { !$0.isEmpty }
            throw Failure(.malformedFile, "\(place.joined(separator: ", ")): \(error.reason)")
        }
        plan.seed = try FaultPlan.seed(in: Console.current.environment) ?? plan.seed
        return FaultReport(plan: plan, count: events)
    }
}

struct FaultReport: Report {
    let plan: FaultPlan
    let count: Int

    private var points: [FaultPlan.Point] {
        FaultPlan.Point.allCases.filter { point in plan.rules.contains { $0.point == point } }
    }

    private func failures(at point: FaultPlan.Point) -> [FaultPlan.Failure?] {
        (1...count).map { plan.failure(at: point, number: $0) }
    }

    var json: JSONValue {
        let events = points.map { point in
            let failures = failures(at: point).map { failure in
                failure.map { JSONValue.string($0.description) } ?? .null
            }
            return (point.rawValue, JSONValue.array(failures))
        }
        return .object([
            "events": .object(Dictionary(uniqueKeysWithValues: events)),
            "rules": .array(plan.rules.map { .string($0.description) }),
            "seed": .number(plan.seed),
        ])
    }

    func text(_ style: TextStyle) -> String {
        let faults = points.flatMap { point in
            failures(at: point).enumerated().compactMap { index, failure in
                failure.map { (point: point, number: index + 1, failure: $0) }
            }
        }
        let table = TextTable(
            faults,
            [
                .text("POINT") { $0.point.rawValue },
                .number("EVENT") { "\($0.number)" },
                .text("FAILURE") { $0.failure.description },
            ]
        )
        var items: [(name: String, value: String?)] = [("seed", "\(plan.seed)")]
        for (index, rule) in plan.rules.enumerated() {
            items.append(("rule \(index + 1)", rule.description))
        }
        let sentence = "No fault occurs in the first \(count) events of any point."
        return style.list(items) + "\n" + table.text(style, ifEmpty: sentence)
    }
}
