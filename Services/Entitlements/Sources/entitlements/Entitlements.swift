import ArgumentParser
import EntitlementService
import Foundation

/// The command of the service.
@main
struct Entitlements: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells from the App Store's notifications what each customer may use.",
        discussion: """
            POST /notifications                    receives notifications of the App Store
            POST /transactions                     receives a transaction or a receipt of an app
            GET  /v1/customers/ID/entitlements     returns what a customer may use

            Settings are variables of the environment, or lines of the file that --settings names:

            \(Setting.overview)
            """,
        subcommands: [
            Serve.self, Migrate.self, RebuildState.self, BackfillCommand.self, Import.self,
            Replay.self, Export.self, MakeKey.self,
        ],
        defaultSubcommand: Serve.self
    )
}

/// The options of all commands.
struct SettingsOptions: ParsableArguments {
    @Option(name: .customLong("settings"), help: "A file with a setting on each line.")
    var file: String?

    func settings() throws -> Settings {
        let text = try file.map { try String(contentsOfFile: $0, encoding: .utf8) }
        return try Settings(environment: ProcessInfo.processInfo.environment, file: text)
    }
}
