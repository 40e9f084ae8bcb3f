import Foundation
import LocalAppStore
import TestSupport

/// Starts children, kills each after a random number of lines in its journal, and audits their
/// ledger.
///
/// If there are two children, one of them is sometimes closed in order while the other continues.
/// Sometimes a server serves the ledger beside them, and is killed, too. The clock of some children
/// goes back while they run, or is behind from the start.
struct KillRun {
    /// The number of kills for each ledger, each after the recovery from the previous one.
    static let killsPerLedger = 25
    /// The most lines after which a child is killed.
    static let longestJournal = 300

    let folder: URL
    private(set) var statistics = RunStatistics()
    private(set) var problems: [Problem] = []

    private let count: Int
    private let catalogFile: URL
    private let catalog: Catalog
    private var random: SplitMix64

    init(count: Int, seed: UInt64, catalog: URL) throws {
        self.count = count
        catalogFile = catalog
        random = SplitMix64(seed: seed)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("crash-harness-\(UUID().uuidString)")
        let ledger = folder.appendingPathComponent("ledger")
        try HarnessContent(beside: ledger).make()
        self.catalog = try Catalog.forHarness(catalog, beside: ledger)
    }

    mutating func run() throws {
        while statistics.kills < count {
            let limit = min(count, statistics.kills + Self.killsPerLedger)
            var round = LedgerRound(
                catalog: catalog,
                file: catalogFile,
                folder: folder,
                number: statistics.ledgers
            )
            while statistics.kills < limit {
                try killOnce(&round, atMost: limit - statistics.kills)
            }
            statistics.add(round)
        }
    }

    private mutating func killOnce(_ round: inout LedgerRound, atMost limit: Int) throws {
        let children = try (0..<(limit > 1 && random.happens(40) ? 2 : 1)).map { _ in
            try ChildProcess(
                catalog: catalogFile,
                ledger: round.ledger,
                journal: round.journal,
                seed: random.next(),
                clock: clock(on: round)
            )
        }
        let failures = round.facts.failures.count
        // Sometimes a child dies while it opens its store.
        if random.happens(90) { children.forEach { $0.waitUntilReady() } }
        let server = try random.happens(20) ? startServer(on: round) : nil
        for (index, child) in children.enumerated() {
            child.waitForLines(
                random.happens(90) ? .random(in: 1...Self.longestJournal, using: &random) : 0
            )
            let isLast = index == children.count - 1
            note(try !isLast && random.happens(50) ? close(child) : kill(child))
        }
        if let server { note(stop(server)) }
        let (found, delivered) = try round.audit()
        note(found)
        note(round.facts.failures.dropFirst(failures).map { Problem(kind: .ended, text: $0) })
        statistics.delivered += delivered
    }

    private mutating func kill(_ child: ChildProcess) -> [Problem] {
        statistics.kills += 1
        return child.kill().map { [$0] } ?? []
    }

    private mutating func close(_ child: ChildProcess) throws -> [Problem] {
        statistics.closed += 1
        return try child.close().map { [$0] } ?? []
    }

    /// The clock of a child: mostly the system's, and sometimes one that goes back.
    ///
    /// A ledger that began in the past would have a renewal for every two seconds since then.
    private mutating func clock(on round: LedgerRound) -> HarnessClock {
        guard !round.entries.isEmpty, random.happens(30) else { return HarnessClock() }
        statistics.clocksBehind += 1
        let steps: [TimeInterval] = [1.5, 3600, 40 * 86_400]
        let seconds = steps.randomElement(using: &random) ?? 0
        let readings = random.happens(50) ? 0 : Int.random(in: 1...500, using: &random)
        return HarnessClock(secondsBehind: seconds, readingsBefore: readings)
    }

    private mutating func startServer(on round: LedgerRound) throws -> ServerClient? {
        let server = try ChildProcess(["serve", catalogFile.path, round.ledger.path])
        guard let greeting: ServerGreeting = try? server.report() else {
            note(server.kill().map { [$0] } ?? [])
            return nil
        }
        let client = ServerClient(of: server, greeting)
        // Everything else is killed after a few lines; the receipt of a long ledger takes longer.
        client.waitUntilServed()
        return client
    }

    private mutating func stop(_ server: ServerClient) -> [Problem] {
        statistics.serversKilled += 1
        let ending = server.process.kill()
        let report = server.stop()
        statistics.served += report.served
        let refused = report.refused.map {
            Problem.inconsistent("a request was answered with \($0)")
        }
        return (ending.map { [$0] } ?? []) + refused
    }

    private mutating func note(_ found: [Problem]) {
        problems += found.map {
            Problem(kind: $0.kind, text: "\($0.text) (after kill \(statistics.kills))")
        }
        statistics.add(found)
    }
}
