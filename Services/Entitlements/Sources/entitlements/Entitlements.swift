import ArgumentParser
import EntitlementService
import Foundation

/// The command of the service.
@main
struct Entitlements: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves customers' entitlements, based on notifications from the App Store.",
        discussion: """
            POST /notifications                    receives notifications from the App Store
            POST /transactions                     receives a transaction or receipt from an app
            GET  /v1/customers/ID/entitlements     returns a customer's entitlements

            Settings are environment variables, or lines of the file named by --settings:

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
