import Foundation
import GRDB
import LocalAppStore
import StoreTestSupport

@testable import StoreLedger

/// A ledger and its journal, through all their kills.
struct LedgerRound {
    let catalog: Catalog
    /// The file that children make the catalog of.
    let file: URL
    let ledger: URL
    let journal: URL
    private(set) var facts = JournalFacts()
    private(set) var entries: [LedgerEntry] = []
    private(set) var downloadsCompared = 0
    /// The number of transactions that StoreKit 2 delivered to launches.
    private(set) var updatesDelivered = 0
    /// The number of transactions by which others have what the customer shares.
    private(set) var sharedCount = 0
    private var downloads: [DownloadAudit.Finished] = []
    private var offset: UInt64 = 0

    init(catalog: Catalog, file: URL, folder: URL, number: Int) {
        self.catalog = catalog
        self.file = file
        ledger = folder.appendingPathComponent("\(number).ledger")
        journal = folder.appendingPathComponent("\(number).journal")
    }

    /// Opens the ledger after a kill, audits it, and launches the app again.
    mutating func audit() throws -> (problems: [Problem], delivered: Int) {
        let (lines, end) = try Journal.lines(of: journal, from: offset)
        offset = end
        facts.addKill()
        lines.forEach { facts.add($0) }
        let launch = try ChildProcess(["open", file.path, ledger.path])
        var problems = launch.waitForSuccess().map { [$0] } ?? []
        problems += Leftovers.problems(beside: ledger)
        do {
            let (found, delivered) = try check()
            return (problems + found, delivered)
        } catch let error as StoreError {
            return (problems + [Problem(kind: .damaged, text: "\(error)")], 0)
        }
    }

    private mutating func check() throws -> (problems: [Problem], delivered: Int) {
        // Time stands still, so that no renewal comes between two looks at the ledger.
        let clock = StoreClock.manual(startingAt: Date())
        let store = try Store(catalog: catalog, at: .file(ledger), clock: clock)
        defer { try? store.close() }
        try store.downloads.update()
        var problems = try fileProblems()
        problems += try entryProblems(of: store)
        problems += try settingsProblems(of: store)
        problems += try transactionProblems(of: store)
        guard let launch = NextLaunch.made(with: store) else {
            return (problems + [.lost("the next launch delivered nothing in a minute")], 0)
        }
        facts.add(.revoked(products: launch.revokedProducts))
        let unfinished = entries.filter { !$0.isFinished }
        let check = DeliveryCheck(unfinished: unfinished, delivered: launch.delivered)
        return (problems + check.problems, launch.delivered.count)
    }

    /// Transactions that StoreKit 2 fails to deliver to the next launch, or delivers without cause.
    private mutating func transactionProblems(of store: Store) throws -> [Problem] {
        let listed = entries.filter(\.isListed)
        let unfinished = listed.filter { !$0.isFinished }
        let told = listed.filter { $0.isFinished && $0.isRevocationUndelivered }
        let count = unfinished.count + told.count
        guard let launch = TransactionLaunch.wait(with: store, expecting: count) else {
            return [.lost("StoreKit 2 did not deliver \(count) transactions in a minute")]
        }
        facts.add(.revoked(products: launch.revokedProducts))
        updatesDelivered += launch.updates.count
        return launch.problems
            + DeliveryCheck(
                unfinished: unfinished + told,
                delivered: launch.updates,
                channel: "updates"
            )
            .problems
            + DeliveryCheck(
                unfinished: unfinished,
                delivered: launch.unfinished,
                channel: "unfinished"
            )
            .problems
    }

    private mutating func entryProblems(of store: Store) throws -> [Problem] {
        let earlier = entries
        entries = try store.entries()
        facts.note(entries)
        let audit = LedgerAudit(
            facts: facts,
            entries: entries,
            earlier: earlier,
            catalog: catalog
        )
        let subscriptions = SubscriptionAudit(
            facts: facts,
            entries: entries,
            subscriptions: try store.subscriptions.all(),
            catalog: catalog,
            date: store.clock.now,
            earlier: earlier
        )
        sharedCount = try store.customers.all().filter { $0.id != store.customerID }.reduce(0) {
            try $0 + store.customers.acting(for: $1.id).entries().count(where: \.isFamilyShared)
        }
        let receipt = ReceiptAudit(purchases: try store.purchasesInReceipt(), entries: entries)
        return try audit.problems + subscriptions.problems + receipt.problems
            + familyProblems(of: store)
    }

    /// Shared purchases that a family lacks, or has no right to.
    private func familyProblems(of store: Store) throws -> [Problem] {
        let deleted = facts.originals(ofBegun: .delete)
        func violations() throws -> [String] {
            try FamilyInvariants(store, ignoringOriginals: deleted).violations
        }
        let first = try violations()
        guard !first.isEmpty else { return [] }
        // A renewal that falls due between two queries is in the second alone; a defect stays.
        let second = Set(try violations())
        return first.filter(second.contains).map { .inconsistent($0) }
    }

    /// Damages of the ledger's file, and what the folder of downloads lacks.
    private mutating func fileProblems() throws -> [Problem] {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: ledger.path, configuration: configuration)
        let (results, downloads, requests) = try database.read { [ledger, downloads] database in
            (
                try String.fetchAll(database, sql: "PRAGMA integrity_check"),
                try DownloadAudit(of: ledger, in: database, earlier: downloads),
                try String.fetchSet(database, sql: "SELECT requestIdentifier FROM seatClaim")
            )
        }
        self.downloads = downloads.finished
        downloadsCompared += downloads.finished.count
        let lostClaims = facts.claims.filter { number in
            !requests.contains(HarnessSeats.request(number).uuidString.lowercased())
        }
        return results.filter { $0 != "ok" }.map { Problem(kind: .damaged, text: $0) }
            + downloads.problems + lostClaims.map { .lost("claim \($0) of a seat is gone") }
    }

    /// Every change of the settings that was reported lasts, and none is made twice.
    private func settingsProblems(of store: Store) throws -> [Problem] {
        let added =
            try store.downloads.settings.bytesPerSecond
            - catalog.downloadSettings.bytesPerSecond
        let expected = facts.count(of: .countUp)
        guard !expected.contains(Int(added)) else { return [] }
        return [.lost("the settings were counted up \(expected) times and say \(added)")]
    }
}
