import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

struct SettingsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "The settings of the store, for every process that uses it.",
        subcommands: [Show.self, Set.self]
    )

    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the settings and what they mean."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func report(in store: Store) throws -> SettingsReport {
            try SettingsReport(Setting.all, in: store)
        }
    }

    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Changes a setting.")

        @Argument(
            help: "The name of the setting, as `settings show` writes it.",
            completion: .list(Setting.all.map(\.name))
        )
        var name: String

        @Argument(help: "The value; without one, an optional setting is reset.")
        var value: String

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        var missingLedger: StoreOptions.MissingLedger { .made }

        func report(in store: Store) throws -> SettingsReport {
            let setting = try Setting(named: name)
            try setting.set(value, in: store)
            return try SettingsReport([setting], in: store)
        }
    }
}

/// Some settings with their values.
struct SettingsReport: Report {
    private let settings: [Setting]
    private let values: [String: JSONValue]

    init(_ settings: [Setting], in store: Store) throws {
        self.settings = settings
        let names = Set(settings.map(\.name))
        values = try SettingsRow(of: store).members.filter { names.contains($0.key) }
    }

    var json: JSONValue { .object(values) }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([.text("SETTING"), .text("VALUE"), .text("MEANING")])
        for setting in settings {
            table.add(setting.name, (values[setting.name] ?? .null).plainText, setting.meaning)
        }
        return table.text(style, ifEmpty: "No settings.")
    }
}

extension JSONValue {
    /// The value as a person reads and types it.
    var plainText: String {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let flag): flag ? "on" : "off"
        case .null: "none"
        // A planned response that is nothing but its status.
        case .object(let members) where members.count == 1 && members["status"] != nil:
            members["status"]?.plainText ?? quoted
        case .object, .array: String(decoding: bytes, as: UTF8.self)
        }
    }
}
