import Foundation
import LocalAppStore

/// The parent: starts children, kills them at random moments, and examines the ledger they leave.
///
/// A child beside another one sometimes closes the ledger and ends in order, while the other goes
/// on.
struct KillRun {
    /// How many kills a ledger sees, each after the recovery from the one before.
    static let killsPerLedger = 100

    let folder: URL
    private(set) var tally = Tally()
    private(set) var problems: [Problem] = []

    private let count: Int
    private let catalogFile: URL
    private let catalog: Catalog
    private var random: SplitMix64

    init(count: Int, seed: UInt64, catalog: URL) throws {
        self.count = count
        catalogFile = catalog
        self.catalog = try Catalog(contentsOf: catalog)
        random = SplitMix64(seed: seed)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("journeys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    mutating func run() throws {
        while tally.kills < count {
            let limit = min(count, tally.kills + Self.killsPerLedger)
            var round = LedgerRound(catalog: catalog, folder: folder, number: tally.ledgers)
            while tally.kills < limit {
                try killOnce(&round, atMost: limit - tally.kills)
            }
            tally.add(round)
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
        let troubles = round.facts.troubles.count
        // Sometimes a child dies while it opens its store.
        if random.happens(90) { children.forEach { $0.waitUntilReady() } }
        for (index, child) in children.enumerated() {
            wait()
            let isLast = index == children.count - 1
            note(try !isLast && random.happens(50) ? close(child) : kill(child))
        }
        let (found, delivered) = try round.examine()
        note(found)
        note(round.facts.troubles.dropFirst(troubles).map { Problem(kind: .ended, text: $0) })
        tally.delivered += delivered
    }

    private mutating func kill(_ child: ChildProcess) -> [Problem] {
        tally.kills += 1
        return child.kill().map { [$0] } ?? []
    }

    private mutating func close(_ child: ChildProcess) throws -> [Problem] {
        tally.closed += 1
        return try child.close().map { [$0] } ?? []
    }

    /// Up to 200 ms: the moment of a kill is the one thing here that nothing announces.
    private mutating func wait() {
        Thread.sleep(forTimeInterval: .random(in: 0...0.2, using: &random))
    }

    private mutating func note(_ found: [Problem]) {
        problems += found.map {
            Problem(kind: $0.kind, text: "\($0.text) (after kill \(tally.kills))")
        }
        tally.add(found)
    }
}
