import Foundation
import LocalAppStore
import TestSupport

/// Kills servers under load, while a process beside them buys, and audits their ledger.
///
/// The next server starts on the ledger that the one before left. The process that buys is closed
/// in order or killed, too.
struct ServerKillRun {
    /// The number of kills for each ledger.
    static let killsPerLedger = 10

    let folder: URL
    private(set) var problems: [Problem] = []

    private let count: Int
    private let catalogFile: URL
    private let catalog: Catalog
    private var random: SplitMix64
    private var kills = 0
    private var served = 0
    private var charged = 0
    private var begun = 0

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

    /// A table with a line for each count.
    var table: String {
        RunStatistics.table([
            ("servers killed", kills), ("requests served", served), ("payments begun", begun),
            ("charged", charged), ("problems", problems.count),
        ])
    }

    mutating func run() throws {
        while kills < count {
            let limit = min(count, kills + Self.killsPerLedger)
            var round = LedgerRound(
                catalog: catalog,
                file: catalogFile,
                folder: folder,
                number: kills
            )
            while kills < limit { try killOnce(&round) }
            begun += round.facts.intents.count
            charged += round.entries.count { $0.amountCharged > 0 }
        }
    }

    private mutating func killOnce(_ round: inout LedgerRound) throws {
        let buyer = try ChildProcess(
            catalog: catalogFile,
            ledger: round.ledger,
            journal: round.journal,
            seed: random.next()
        )
        buyer.waitUntilReady()
        let failures = round.facts.failures.count
        let server = try ChildProcess(["serve", catalogFile.path, round.ledger.path])
        let load = try ServerLoad(on: try server.report(), in: folder)
        load.waitUntilServed()
        // A kill at a random time cannot wait for an event.
        Thread.sleep(forTimeInterval: .random(in: 0.5...3, using: &random))
        kills += 1
        note([server.kill()])
        judge(load.stop())
        note([try random.happens(50) ? buyer.close() : buyer.kill()])
        note(try round.audit().problems)
        note(round.facts.failures.dropFirst(failures).map { Problem(kind: .ended, text: $0) })
    }

    private mutating func judge(_ report: ServerLoad.Report?) {
        guard let report else {
            return note([Problem(kind: .ended, text: "wrk did not run")])
        }
        served += report.served
        guard report.refused > 0 else { return }
        note([.inconsistent("\(report.refused) requests were refused")])
    }

    private mutating func note(_ found: [Problem?]) {
        problems += found.compactMap { $0 }.map {
            Problem(kind: $0.kind, text: "\($0.text) (after kill \(kills))")
        }
    }
}
