import LocalAppStore
import StoreCommands
import StrictJSON

/// A setting of the store, by the name that the command line and scenarios give it.
struct Setting: Sendable {
    let name: String
    let meaning: String
    private let write: @Sendable (Store, Value) throws -> Void

    /// A value as it was typed.
    struct Value {
        let text: String
        let setting: String
    }

    init(
        _ name: String,
        _ meaning: String,
        write: @escaping @Sendable (Store, Value) throws -> Void
    ) {
        self.name = name
        self.meaning = meaning
        self.write = write
    }

    init(named name: String) throws {
        guard let setting = Self.all.first(where: { $0.name == name }) else {
            let names = Self.all.map(\.name)
            let advice = Suggestion(
                for: name,
                among: names,
                otherwise: "The settings are \(names.joined(separator: ", "))."
            )
            throw Failure(.usage, "There is no setting \(name).", suggestion: advice.text)
        }
        self = setting
    }

    func set(_ text: String, in store: Store) throws {
        try write(store, Value(text: text, setting: name))
    }
}

extension Setting {
    /// A switch among the settings of the store.
    static func flag(
        _ name: String,
        _ meaning: String,
        _ path: any WritableKeyPath<StoreSettings, Bool> & Sendable
    ) -> Setting {
        Setting(name, meaning) { store, value in
            let flag = try value.flag()
            try store.updateSettings { $0[keyPath: path] = flag }
        }
    }
}

// Values as they are typed.
extension Setting.Value {
    func flag() throws -> Bool {
        switch text {
        case "on", "true", "yes": return true
        case "off", "false", "no": return false
        default: throw unsuitable("on or off")
        }
    }

    func integer<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) throws -> Number {
        guard let number = Number(text), range.contains(number) else {
            throw unsuitable("a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// One of several values, by name or by number.
    func choice<Choice: RawRepresentable<Int>>(of choices: [Choice]) throws -> Choice {
        let choice = choices.first { "\($0)" == text || "\($0.rawValue)" == text }
        guard let choice else {
            throw unsuitable(choices.map { "\($0)" }.joined(separator: ", "))
        }
        return choice
    }

    /// A status, or what `settings show --json` prints.
    func plannedResponse() throws -> ReceiptSettings.PlannedResponse? {
        if text == "none" { return nil }
        if let status = Int32(text), status >= 0 { return .init(status: Int(status)) }
        guard let node = try? JSONNode(document: Array(text.utf8)),
            (try? node["status"].integer(in: 0...Int32.max)) != nil
        else { throw unsuitable("a status such as 21005") }
        guard let response = try? node.plannedResponse() else {
            throw unsuitable(#"{"status": 21100, "isRetryable": true}"#)
        }
        return response
    }

    func unsuitable(_ expected: String) -> Failure {
        Failure(.usage, "\(setting) cannot be \"\(text)\": it can be \(expected).")
    }
}
