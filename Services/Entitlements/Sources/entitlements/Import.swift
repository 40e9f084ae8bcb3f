import ArgumentParser
import EntitlementModel
import EntitlementService
import Foundation
import PostgreSQL

/// Imports the purchases in another service's file.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports the purchases in another service's export.",
        discussion: """
            The file names original transactions, and the App Store Server API returns the signed \
            documents to record. After an interruption, the same command continues. Purchases \
            with a second customer or a failed verification are printed, and the exit status is 1.
            """
    )

    @Option(help: "The bundle identifier of the app.")
    var app: String

    @Option(help: "Sandbox or Production. Rows of the other environment are skipped.")
    var environment: PurchaseEnvironment

    @Option(name: .customLong("from"), help: "The kind of file.")
    var format: ImportFormat

    @Option(help: "A new file for the report, with a JSON object for each purchase.")
    var report: String?

    @OptionGroup var options: SettingsOptions

    @Argument(help: "The file, uncompressed.")
    var file: String

    func run() async throws {
        let settings = try options.settings()
        let scope = PurchaseScope(app: app, environment: environment)
        guard try settings.apps().scopes.contains(scope) else {
            throw ValidationError("The apps file has no \(scope).")
        }
        let database = PostgresDatabase(try settings.databaseConfiguration())
        defer { database.close() }
        let purchases = PurchaseImport(
            try await settings.backfill(scope, database),
            ImportFile(URL(fileURLWithPath: file), format, environment),
            report: try report.map { try ImportReport($0) }
        )
        var isComplete = true
        let summary = try await purchases.run { line in
            guard line.result != .imported else { return }
            isComplete = false
            print(line)
        }
        print(summary)
        if !isComplete || summary.unverified > 0 { throw ExitCode(1) }
    }
}

extension ImportFormat: ExpressibleByArgument {}
