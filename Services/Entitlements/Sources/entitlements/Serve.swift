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
    static let configuration = CommandConfiguration(abstract: "Migrates the database, and serves.")

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.settings()
        let logger = try Log.start(settings)
        let server = try EntitlementServer(settings, logger: logger)
        try await server.migrate()
        let pidFile = settings[.pidFile].map { URL(fileURLWithPath: $0) }
        let application = try server.application { address in
            logger.notice("listening at \(address)")
            // The service listens before the file exists.
            try? pidFile.map(ProcessFile.write)
        }
        defer { pidFile.map { try? FileManager.default.removeItem(at: $0) } }
        try await application.runService()
    }
}

/// Migrates the database to the current schema.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Migrates the database to the current schema, and prints its number."
    )

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let database = try options.settings().patientDatabase()
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
            throw ValidationError(
                "\(Setting.logLevel.rawValue) must be a level such as info, not \(text)."
            )
        }
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "entitlements")
        logger.logLevel = level
        return logger
    }
}

/// The file with the process identifier.
enum ProcessFile {
    static func write(_ url: URL) throws {
        let number = ProcessInfo.processInfo.processIdentifier
        try Data("\(number)\n".utf8).write(to: url, options: .atomic)
    }
}
