import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import crash_harness

@Suite("The audit of a receipt after a kill")
struct ReceiptAuditTests {
    @Test
    func `A store's own receipt has no problem`() throws {
        let ledger = try TestLedger()
        try ledger.pay("plan.2")
        try ledger.pay("plan.1")
        ledger.advanceByMonth(2)
        #expect(try problems(of: ledger) == [])
    }

    @Test
    func `What is missing, repeated or different is inconsistent`() throws {
        let ledger = try TestLedger()
        try ledger.pay("plan.2")
        #expect(try problems(of: ledger) { $0 = [] } == [.inconsistent])
        #expect(try problems(of: ledger) { $0 += $0 } == [.inconsistent])
        #expect(try problems(of: ledger) { $0[0].expirationDate? += 1 } == [.inconsistent])
        #expect(
            try problems(of: ledger) { $0[0].cancellationDate = .distantPast } == [.inconsistent]
        )
    }

    private func problems(
        of ledger: TestLedger,
        change: (inout [Receipt.InAppPurchase]) -> Void = { _ in }
    ) throws -> [Problem.Kind] {
        var purchases = try ledger.store.purchasesInReceipt()
        change(&purchases)
        let audit = ReceiptAudit(purchases: purchases, entries: try ledger.store.entries())
        return audit.problems.map(\.kind)
    }
}

@Suite("The audit of files after a kill")
struct FileAuditTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("file-audit-\(UUID().uuidString)")
    private var content: HarnessContent {
        HarnessContent(beside: folder.appendingPathComponent("store.ledger"))
    }

    @Test
    func `A complete download has no problem, and an incomplete one is lost`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try makeDownload("downloads/1")
        #expect(problems(finished: [.init(id: 1, contentIdentifier: "all")]) == [])
        #expect(problems(finished: [.init(id: 1, contentIdentifier: "some")]) == [.lost])
        try Data("other".utf8).write(
            to: folder.appendingPathComponent("downloads/1/Contents/page-7")
        )
        #expect(problems(finished: [.init(id: 1, contentIdentifier: "all")]) == [.lost])
    }

    @Test
    func `Files that were written again are doubled`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try makeDownload("downloads/1")
        let download = DownloadAudit.Finished(id: 1, contentIdentifier: "all", inode: 5)
        var former = download
        #expect(problems(finished: [download], earlier: [former]) == [])
        former.inode = 4
        #expect(problems(finished: [download], earlier: [former]) == [.doubled])
    }

    @Test
    func `Drafts, and the files of unknown downloads, are left over`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try makeDownload("downloads/2")
        try makeDownload("downloads/draft-1")
        #expect(problems(finished: []) == [.leftover, .leftover])
    }

    @Test
    func `Only the ledger, receipts and downloads may be beside a ledger that was closed`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let ledger = folder.appendingPathComponent("store.ledger")
        let receipts = folder.appendingPathComponent("store.ledger-receipts")
        try FileManager.default.createDirectory(at: receipts, withIntermediateDirectories: true)
        try Data().write(to: ledger)
        try Data().write(to: receipts.appendingPathComponent("receipt"))
        #expect(Leftovers.problems(beside: ledger) == [])
        try Data().write(to: folder.appendingPathComponent("store.ledger-wal"))
        try Data().write(to: receipts.appendingPathComponent("draft-1"))
        #expect(Leftovers.problems(beside: ledger).map(\.kind) == [.leftover, .leftover])
    }

    private func makeDownload(_ path: String) throws {
        let place = folder.appendingPathComponent(path)
        try content.make()
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data().write(to: place.appendingPathComponent("ContentInfo.plist"))
        try FileManager.default.copyItem(
            at: content.folder,
            to: place.appendingPathComponent("Contents")
        )
    }

    private func problems(
        finished: [DownloadAudit.Finished],
        earlier: [DownloadAudit.Finished] = []
    ) -> [Problem.Kind] {
        DownloadAudit(
            folder: folder.appendingPathComponent("downloads"),
            finished: finished,
            known: Set(finished.map(\.id)),
            earlier: earlier
        )
        .problems.map(\.kind)
    }
}
