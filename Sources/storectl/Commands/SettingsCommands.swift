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

        @OptionGroup var common: CommonOptions

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

        @Argument(help: "The value; none resets an optional setting.")
        var value: String

        @OptionGroup var common: CommonOptions

        var missingLedger: StoreOptions.MissingLedger { .made }

        func report(in store: Store) throws -> SettingsReport {
            let setting = try Setting(named: name)
            try setting.set(value, in: store)
            return try SettingsReport([setting], in: store)
        }
    }
}

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
        let columns: [Column<Setting>] = [
            .text("SETTING", \.name),
            .text("VALUE") { (values[$0.name] ?? .null).plainText },
            .text("MEANING", \.meaning),
        ]
        return TextTable(settings, columns).text(style, ifEmpty: "No settings.")
    }
}
