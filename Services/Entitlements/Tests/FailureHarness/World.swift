import AppReceipt
import Foundation
import TestCluster

/// A store, the processes of the service and a receiver of events, in a scenario.
final class World: Sendable {
    /// The name of the database.
    static let database = "entitlements"
    private static let readerKey = "a key of a reader of the tests"

    let scenario: any Scenario
    let log: DeliveryLog
    let shop: Shop
    let fleet: ServiceFleet
    let receiver: EventReceiver
    /// Signs documents that the store would not sign; the service trusts its root.
    let issuer: JWSIssuer
    /// Whether each transaction concerns only one purchase or one customer.
    private let isSharded: Bool
    private let receiving: Task<Void, any Error>
    private let folder: URL
    private let environment: [String: String]

    init(
        _ scenario: any Scenario,
        _ log: DeliveryLog,
        _ random: inout SplitMix64
    ) async throws {
        self.scenario = scenario
        self.log = log
        let shop = try Shop()
        try shop.liveInThePast(40, &random)
        self.shop = shop
        let now = Date(), year: TimeInterval = 365 * 86_400
        issuer = JWSIssuer(
            identity: try .make(name: "Other", validFrom: now - year, until: now + year)
        )
        let receiver = EventReceiver(random.fork(), log)
        receiver.refuse(0.1)
        self.receiver = receiver
        receiving = Task { try await receiver.run() }
        await log.wait(for: "receiving events") { _ in receiver.port != nil }
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("failure-harness-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        environment = try Self.environment(
            in: folder,
            roots: [try shop.root, Data(issuer.identity.rootCertificate)]
        )
        isSharded = random.chance(0.5)
        if isSharded { log.count("worlds with ENTITLEMENTS_SHARDED") }
        let further = [
            "ENTITLEMENTS_DATABASE_URL": scenario.connectionString,
            "ENTITLEMENTS_EVENTS_URL": "http://127.0.0.1:\(receiver.port ?? 0)/events",
            "ENTITLEMENTS_SHARDED": isSharded ? "true" : "false",
        ]
        let plan = ServiceFleet.Plan(
            program: try Self.program(),
            environment: environment.merging(further) { $1 }.merging(scenario.settings) { $1 },
            launchers: scenario.launchers
        )
        fleet = try await ServiceFleet(plan, log)
    }

    /// The program of the service, beside that of the harness.
    private static func program() throws -> String {
        guard let own = Bundle.main.executableURL else { throw HarnessError("no executable") }
        let url = own.resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("entitlements")
        guard FileManager.default.isExecutableFile(atPath: url.path) else {
            throw HarnessError("there is no \(url.path)")
        }
        return url.path
    }

    /// Writes the files of settings.
    private static func environment(in folder: URL, roots: [Data]) throws -> [String: String] {
        var environment = [
            "PATH": "/usr/bin:/bin", "ENTITLEMENTS_PORT": "0", "ENTITLEMENTS_LOG_LEVEL": "notice",
            "ENTITLEMENTS_CONNECTIONS": "4", "ENTITLEMENTS_DATABASE_TIMEOUT": "3",
        ]
        func write(_ data: Data, _ name: String) throws -> String {
            let url = folder.appendingPathComponent(name)
            try data.write(to: url)
            return url.path
        }
        let app = EntitlementQuery.app
        environment["ENTITLEMENTS_ROOTS"] = try roots.enumerated()
            .map { try write($1, "\($0).der") }.joined(separator: ",")
        environment["ENTITLEMENTS_APPS"] = try write(
            Data(
                """
                {"version": 1, "apps": [{"bundleId": "\(app)", "environments": {"Sandbox": {}}}]}
                """.utf8
            ),
            "apps.json"
        )
        environment["ENTITLEMENTS_READER_KEYS"] = try write(
            Data(
                """
                {"readers": [{"name": "reader", "key": "\(readerKey)", "metrics": true,
                "access": {"\(app)": ["Sandbox"]}}]}
                """.utf8
            ),
            "readers.json"
        )
        return environment
    }

    var key: String { Self.readerKey }
    var audit: Audit { Audit(cluster: scenario.cluster, database: Self.database, log: log) }
    var driver: Driver { Driver(fleet: fleet, log: log, key: key) }

    // MARK: Rounds

    /// Sends the customers' documents during a failure.
    func run(_ random: inout SplitMix64) async throws {
        let documents = try await shop.live(50, &random)
        var load = random.fork()
        let reading = random.fork()
        let watch = Watch(
            fleet: fleet,
            log: log,
            key: key,
            customers: shop.customers.filter(\.isWatched).map(\.token),
            isDelayed: isSharded
        )
        log.setLoading(true)
        let driving = Task {
            await driver.deliver(documents, &load)
            log.setLoading(false)
        }
        let watching = Task { await watch.run(reading) }
        try await scenario.disturb(self, &random)
        await driving.value
        watching.cancel()
        await watching.value
        try await audit.acknowledgements()
        log.count("documents", documents.count)
    }

    /// Waits for some acknowledgements, or for the end of the load.
    func progress(by number: Int) async {
        let goal = log.read { $0.acknowledgements } + number
        await log.wait(for: "acknowledged") { !$0.isLoading || $0.acknowledgements >= goal }
    }

    /// Waits for some attempts that fail, or for the end of the load.
    func failures(_ number: Int) async {
        let goal = log.read { $0.failures } + number
        await log.wait(for: "failing") { !$0.isLoading || $0.failures >= goal }
    }

    // MARK: The end

    /// Runs all audits.
    func compare(_ random: inout SplitMix64) async throws {
        fleet.audit()
        let statuses = log.read { Set($0.statuses.keys) }
        let others = statuses.subtracting(scenario.allowedFailures).subtracting([200])
        if !others.isEmpty { log.problem("there were answers with \(others)") }
        try await audit.acknowledgements()
        try await audit.inventions()
        await audit.outbox()
        try await compareWithFold(&random)
        let answers = AnswerAudit(fleet: fleet, shop: shop, log: log, key: key)
        try await answers.compareWithStore()
        let events = EventAudit(audit: audit, receiver: receiver)
        try await events.settle()
        try await answers.compareWithEvents(try await events.compare())
        try await scenario.audit(self)
    }

    /// Folds all documents again, in another order and database.
    private func compareWithFold(_ random: inout SplitMix64) async throws {
        let other = DeliveryLog()
        let cluster = try await TestCluster.shared()
        let name = "fold_\(random.next())"
        var environment = environment
        environment["ENTITLEMENTS_DATABASE_URL"] = try await cluster.makeDatabase(name)
        let plan = ServiceFleet.Plan(
            program: try Self.program(),
            environment: environment,
            launchers: [[]]
        )
        let fleet = try await ServiceFleet(plan, other)
        let documents = log.read { $0.acknowledged.values.sorted { $0.id < $1.id } }
        await Driver(fleet: fleet, log: other, key: key).deliver(documents, &random)
        await fleet.end()
        try await audit.compareState(with: Audit(cluster: cluster, database: name, log: other))
        for problem in other.read({ $0.problems }) { log.problem("in the fold: \(problem)") }
        try await cluster.execute("DROP DATABASE \"\(name)\" WITH (FORCE)")
    }

    /// Ends all processes.
    func end() async {
        await fleet.end()
        receiving.cancel()
        _ = await receiving.result
        await scenario.end()
        try? FileManager.default.removeItem(at: folder)
    }
}
