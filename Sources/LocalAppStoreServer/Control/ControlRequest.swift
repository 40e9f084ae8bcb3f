import LocalAppStore
import StrictJSON

/// The query of a request to the control API, read strictly: each parameter is taken once, and
/// unknown ones are refused.
struct ControlQuery {
    private var parameters: [String: String] = [:]

    init(_ request: Request) throws(ControlError) {
        for item in request.target.query {
            guard parameters.updateValue(item.value, forKey: item.name) == nil else {
                throw .invalid(item.name, expected: "one value")
            }
        }
    }

    /// Refuses the parameters that were not taken.
    func end() throws(ControlError) {
        guard let name = parameters.keys.min() else { return }
        throw ControlError(.badRequest, "unknownParameter", "There is no parameter \(name).")
    }

    /// Takes a parameter; an empty one counts as missing, as forms send it.
    mutating func text(_ name: String) -> String? {
        parameters.removeValue(forKey: name).flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func integer(
        _ name: String,
        in range: ClosedRange<Int64> = 1...Int64.max
    ) throws(ControlError) -> Int64? {
        guard let text = text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            throw .invalid(name, expected: "an integer from \(bounds)")
        }
        return number
    }

    mutating func flag(_ name: String) throws(ControlError) -> Bool? {
        try choice(name, of: [true, false]) { "\($0)" }
    }

    /// One of several values, by its name.
    mutating func choice<Choice>(
        _ name: String,
        of choices: [Choice],
        named: (Choice) -> String
    ) throws(ControlError) -> Choice? {
        guard let text = text(name) else { return nil }
        guard let choice = choices.first(where: { named($0) == text }) else {
            let names = JSONNode.oneOf(choices.map(named))
            throw .invalid(name, expected: names)
        }
        return choice
    }

    /// The number of elements on a page.
    mutating func limit() throws(ControlError) -> Int {
        Int(try integer("limit", in: 1...500) ?? 50)
    }
}
