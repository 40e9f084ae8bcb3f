import ArgumentParser
import AsyncHTTPClient
package import EntitlementModel
import EntitlementService
import Foundation
import PostgreSQL

/// Folds all documents again, and compares.
struct RebuildState: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Folds all documents again into a second schema, while the service runs.",
        discussion: """
            The exit status is 0 if the state agrees with the documents. Otherwise it is 1, and \
            the purchases that differ are printed. The second schema, entitlements_rebuild, remains.
            """
    )

    @Flag(help: "First fold all documents into the served state.")
    var repair = false

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.settings()
        let database = try settings.patientDatabase()
        defer { database.close() }
        let rebuild = Rebuild(
            apps: try settings.apps(),
            database: database,
            clock: await settings.clock(
                for: database,
                client: .shared,
                logger: try Log.start(settings)
            ),
            deliversEvents: settings[.eventsURL] != nil
        )
        if repair { try await rebuild.repair() }
        let report = try await rebuild.run()
        for refusal in report.refusals { print("refused \(refusal)") }
        for key in report.differences { print("differs \(key.scope) \(key.originalTransactionID)") }
        print("\(report.documents) documents, \(report.purchases) purchases")
        if !report.isEqual { throw ExitCode(1) }
    }
}

/// Fetches earlier documents from the App Store.
struct BackfillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backfill",
        abstract: "Fetches earlier notifications and transactions from the App Store Server API.",
        discussion: """
            An interrupted backfill continues at its last page, unless it was for fewer days. The \
            exit status is 1 if a document was refused, and the reasons are printed.
            """
    )

    @Option(help: "The bundle identifier of the app.")
    var app: String

    @Option(help: "Sandbox or Production.")
    var environment: PurchaseEnvironment

    @Option(help: "The number of days of notifications, at most 180.")
    var days = Backfill.longestHistory

    @Flag(help: "Also fetch the transactions of all known purchases.")
    var transactions = false

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        guard (1...Backfill.longestHistory).contains(days) else {
            throw ValidationError("--days must be from 1 to \(Backfill.longestHistory).")
        }
        let settings = try options.settings()
        let database = PostgresDatabase(try settings.databaseConfiguration())
        defer { database.close() }
        let scope = PurchaseScope(app: app, environment: environment)
        let backfill = try await settings.backfill(scope, database)
        var isComplete = report(
            "notifications",
            try await backfill.recordNotifications(days: days)
        )
        if transactions {
            let summary = try await backfill.recordTransactions()
            isComplete = report("transactions", summary) && isComplete
        }
        if !isComplete { throw ExitCode(1) }
    }

    /// Prints a summary; returns whether nothing was refused.
    private func report(_ name: String, _ summary: Backfill.Summary) -> Bool {
        print("\(name): \(summary.recorded) new, \(summary.known) known")
        for refusal in summary.refusals { print("refused \(refusal)") }
        return summary.refusals.isEmpty
    }
}

extension PurchaseEnvironment: ExpressibleByArgument {}

/// Delivers events again.
struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delivers events again: dead letters, or those of one customer.",
        discussion: "A replay for one customer is recorded in the audit log."
    )

    @Option(help: "The customer, with --app and --environment; by default all dead letters.")
    var customer: String?

    @Option(help: "The bundle identifier of the customer's app.")
    var app: String?

    @Option(help: "Sandbox or Production.")
    var environment: PurchaseEnvironment?

    @Option(help: "The sequence of the first event.")
    var from: Int64 = 1

    @Option(help: "The person or program that replays a customer's events.")
    var actor = ProcessInfo.processInfo.userName

    @OptionGroup var options: SettingsOptions

    func validate() throws {
        guard customer != nil else { return }
        guard app != nil, environment != nil else {
            throw ValidationError("--customer needs --app and --environment.")
        }
        guard from > 0 else { throw ValidationError("--from must be 1 or more.") }
        guard DocumentText.isPlain(actor, longest: 200) else {
            throw ValidationError("--actor must have 1 to 200 bytes without control characters.")
        }
    }

    func run() async throws {
        let settings = try options.settings()
        let apps = try settings.apps()
        let database = PostgresDatabase(try settings.databaseConfiguration())
        defer { database.close() }
        let logger = try Log.start(settings)
        let clock = await settings.clock(for: database, client: .shared, logger: logger)
        let replay = EventReplay(database, apps: apps, clock: clock)
        guard let customer, let app, let environment else {
            let count = try await replay.replayDeadLetters()
            return print("sends the dead letters of \(count) customers again")
        }
        let scope = PurchaseScope(app: app, environment: environment)
        guard apps.contains(scope) else {
            throw ValidationError("The apps file has no \(scope).")
        }
        guard let id = CustomerID(customer) else {
            throw ValidationError("\(customer) isn't a name of a customer.")
        }
        guard let done = try await replay.replay(id, in: scope, from: from, by: actor) else {
            throw ValidationError("\(scope) has no customer \(customer).")
        }
        print("sends \(done.events) events of \(done.customer) again, by \(actor)")
    }
}

/// Writes all documents, or everything known about a customer.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes all documents as they were signed, one JSON object per line.",
        discussion: "With --customer it writes everything known about one customer instead."
    )

    @Option(help: "The customer, with --app and --environment; by default all documents.")
    var customer: String?

    @Option(help: "The bundle identifier of the customer's app.")
    var app: String?

    @Option(help: "Sandbox or Production.")
    var environment: PurchaseEnvironment?

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let database = PostgresDatabase(try options.settings().databaseConfiguration())
        defer { database.close() }
        let write: (String) throws -> Void = { line in
            try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
        }
        guard let customer else { return try await DocumentExport(database).forEachLine(write) }
        guard let app, let environment else {
            throw ValidationError("--customer needs --app and --environment.")
        }
        let scope = PurchaseScope(app: app, environment: environment)
        guard let export = CustomerExport(database, customer, scope) else {
            throw ValidationError("\(customer) isn't a name of a customer.")
        }
        try await export.forEachLine(write)
    }
}

extension Settings {
    /// A backfill of an app in an environment.
    func backfill(_ scope: PurchaseScope, _ database: PostgresDatabase) async throws -> Backfill {
        Backfill(
            try appStoreServerClient(for: scope, client: .shared),
            apps: try apps(),
            database: database,
            clock: await clock(for: database, client: .shared, logger: try Log.start(self)),
            deliversEvents: self[.eventsURL] != nil
        )
    }

    /// A database for long-running work.
    func patientDatabase() throws -> PostgresDatabase {
        PostgresDatabase(try patientDatabaseConfiguration())
    }
}
