import Foundation
import LocalAppStore
import RandomNumbers

/// Starts children, kills them at random times, and audits their ledger.
///
/// If there are two children, one of them is sometimes closed in order while the other continues.
struct KillRun {
    /// The number of kills for each ledger, each after the recovery from the previous one.
    static let killsPerLedger = 25

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
                seed: random.next()
            )
        }
        let failures = round.facts.failures.count
        // Sometimes a child dies while it opens its store.
        if random.happens(90) { children.forEach { $0.waitUntilReady() } }
        for (index, child) in children.enumerated() {
            wait()
            let isLast = index == children.count - 1
            note(try !isLast && random.happens(50) ? close(child) : kill(child))
        }
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

    /// Waits up to 200 ms: a kill at a random time cannot wait for an event.
    private mutating func wait() {
        Thread.sleep(forTimeInterval: .random(in: 0...0.2, using: &random))
    }

    private mutating func note(_ found: [Problem]) {
        problems += found.map {
            Problem(kind: $0.kind, text: "\($0.text) (after kill \(statistics.kills))")
        }
        statistics.add(found)
    }
}
