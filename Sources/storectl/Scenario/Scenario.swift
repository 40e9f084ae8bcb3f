import AppReceipt
import Foundation

/// A file of steps with expectations.
struct Scenario {
    /// The date at which the time of a new ledger begins.
    let start: Date
    let steps: [ScenarioStep]

    init(_ bytes: [UInt8], name: String) throws {
        let value = try JSONFile(name, bytes).value()
        var file = try ScenarioObject(value, place: name)
        start = try file.optionalDate("start") ?? Self.defaultStart
        let values = try file.list("steps")
        let lines = ElementLines(of: "steps", in: bytes).lines
        try file.requireNothingElse()
        steps = try values.enumerated().map { index, value in
            let line = index < lines.count ? lines[index] : 1
            let place = "\(name), step \(index + 1), line \(line)"
            let object = try ScenarioObject(value, place: place)
            return try ScenarioStep(object, number: index + 1, line: line)
        }
    }

    /// 1 January 2026 at UTC.
    private static let defaultStart = Date(timeIntervalSince1970: 1_767_225_600)
}

/// A step of a scenario.
struct ScenarioStep {
    let number: Int
    let line: Int
    /// The step as it is reported, such as `buy bay.teacup.shells`.
    let title: String
    /// The customer; `nil` for the first.
    let customer: String?
    /// Whether the store has to refuse it.
    let isRefused: Bool
    let action: ScenarioAction

    init(_ object: ScenarioObject, number: Int, line: Int) throws {
        var object = object
        self.number = number
        self.line = line
        customer = try object.optionalText("as")
        isRefused = try object.optionalFlag("refused") ?? false
        (title, action) = try ScenarioAction.decode(&object)
        try object.requireNothingElse()
    }
}
