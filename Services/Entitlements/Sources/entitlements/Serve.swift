import ArgumentParser
import AsyncHTTPClient
import EntitlementService
import Foundation
import Hummingbird
import Logging
import PostgreSQL
import ServiceLifecycle

/// Serves until the process is asked to end.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serves, after a migration.")

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.settings()
        let logger = try Log.start(settings)
        let configuration = try settings.serverConfiguration()
        let database = PostgresDatabase(try settings.databaseConfiguration())
        defer { database.close() }
        try await Migrator(database).migrate()
        try await Migrator(database).makePartitions()
        let pidFile = settings[.pidFile].map { URL(fileURLWithPath: $0) }
        let server = EntitlementServer(
            configuration,
            database: database,
            client: .shared,
            logger: logger
        )
        let scheme = configuration.tls == nil ? "http" : "https"
        let application = try server.application { port in
            logger.notice("listening at \(scheme)://\(configuration.host):\(port)")
            // Whoever waits for the file finds the service listening.
            try? pidFile.map(ProcessFile.write)
        }
        defer { pidFile.map { try? FileManager.default.removeItem(at: $0) } }
        try await application.runService()
    }
}

/// Brings the database to the present schema.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Brings the database to the present schema, and says which that is."
    )

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let database = PostgresDatabase(try options.settings().databaseConfiguration())
        defer { database.close() }
        let number = try await Migrator(database).migrate()
        try await Migrator(database).makePartitions()
        print("schema \(number)")
    }
}

/// The log, on standard error.
enum Log {
    static func start(_ settings: Settings) throws -> Logger {
        let text = try settings.text(.logLevel)
        guard let level = Logger.Level(rawValue: text) else {
            throw ValidationError("\(Setting.logLevel.rawValue) is no level: \(text)")
        }
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "entitlements")
        logger.logLevel = level
        return logger
    }
}

/// The file with the number of the process.
enum ProcessFile {
    static func write(_ url: URL) throws {
        let number = ProcessInfo.processInfo.processIdentifier
        try Data("\(number)\n".utf8).write(to: url, options: .atomic)
    }
}
