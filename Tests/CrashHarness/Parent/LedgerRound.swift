import Foundation
import GRDB
import LocalAppStore

/// A ledger and its journal, through all their kills.
struct LedgerRound {
    let catalog: Catalog
    let ledger: URL
    let journal: URL
    private(set) var facts = JournalFacts()
    private(set) var entries: [LedgerEntry] = []
    private var offset: UInt64 = 0

    init(catalog: Catalog, folder: URL, number: Int) {
        self.catalog = catalog
        ledger = folder.appendingPathComponent("\(number).ledger")
        journal = folder.appendingPathComponent("\(number).journal")
    }

    /// Opens the ledger after a kill, audits it, and launches the app again.
    mutating func audit() throws -> (problems: [Problem], delivered: Int) {
        let (lines, end) = try Journal.lines(of: journal, from: offset)
        offset = end
        lines.forEach { facts.add($0) }
        do {
            return try check()
        } catch let error as Store.Error {
            return ([Problem(kind: .damaged, text: "\(error)")], 0)
        }
    }

    private mutating func check() throws -> (problems: [Problem], delivered: Int) {
        let store = try Store(catalog: catalog, at: .file(ledger))
        var problems = try damages()
        let earlier = entries
        entries = try store.entries()
        problems +=
            LedgerAudit(
                facts: facts,
                entries: entries,
                earlier: earlier,
                catalog: catalog
            ).problems
        guard let delivered = NextLaunch.delivered(by: store) else {
            return (problems + [.lost("the next launch delivered nothing in a minute")], 0)
        }
        let unfinished = entries.filter { !$0.isFinished }
        problems += DeliveryCheck(unfinished: unfinished, delivered: delivered).problems
        return (problems, delivered.count)
    }

    private func damages() throws -> [Problem] {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: ledger.path, configuration: configuration)
        let results = try database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        return results.filter { $0 != "ok" }.map { Problem(kind: .damaged, text: $0) }
    }
}
