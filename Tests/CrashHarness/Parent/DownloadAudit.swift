import Foundation
import GRDB
import LocalAppStore

/// Compares the downloads of a ledger with its folder: a finished download has the right files, and
/// once they are there they are not written again.
struct DownloadAudit {
    /// A finished download, and the number of its folder in the file system.
    struct Finished: Equatable {
        var id: Int64
        var contentIdentifier: String
        var inode: UInt64?
    }

    let folder: URL
    let finished: [Finished]
    /// The numbers of all downloads in the ledger.
    let known: Set<Int64>
    /// The finished downloads after the previous kill.
    var earlier: [Finished] = []
}

extension DownloadAudit {
    /// Reads the downloads of a ledger.
    init(of ledger: URL, in database: Database, earlier: [Finished]) throws {
        let folder = URL(fileURLWithPath: ledger.path + "-downloads")
        let sql = "SELECT id, contentIdentifier, state FROM download ORDER BY id"
        let rows = try Row.fetchAll(database, sql: sql)
        let finished = rows.filter { $0["state"] == "finished" }.map { row in
            let id: Int64 = row["id"]
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: folder.appendingPathComponent("\(id)").path
            )
            return Finished(
                id: id,
                contentIdentifier: row["contentIdentifier"],
                inode: (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
            )
        }
        let known = rows.map { row -> Int64 in row["id"] }
        self.init(folder: folder, finished: finished, known: Set(known), earlier: earlier)
    }

    var problems: [Problem] {
        let incomplete = finished.filter {
            let place = folder.appendingPathComponent("\($0.id)")
            return !HarnessContent.isComplete(place, of: $0.contentIdentifier)
        }
        let rewritten = finished.filter { download in
            earlier.contains { $0.id == download.id && $0.inode != download.inode }
        }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        let surplus = (names ?? []).filter { Int64($0).map(known.contains) != true }
        return incomplete.map { .lost("the files of download \($0.id) are not complete") }
            + rewritten.map { .doubled("the files of download \($0.id) were written again") }
            + surplus.map { Problem(kind: .leftover, text: "\(folder.lastPathComponent)/\($0)") }
    }
}

/// The files of a ledger that may be there after a process has opened and closed it.
enum Leftovers {
    static func problems(beside ledger: URL) -> [Problem] {
        let parent = ledger.deletingLastPathComponent()
        let name = ledger.lastPathComponent
        let receipts = URL(fileURLWithPath: ledger.path + "-receipts")
        let own = ["", "-receipts", "-downloads", "-server"].map { name + $0 }
        let files = surplus(in: parent, besides: own) { $0.hasPrefix(name) }
        let known = [
            "receipt", "sandboxReceipt", "root.cer", "signing-identity.pem", "jws-identity.pem",
        ]
        return (files + surplus(in: receipts, besides: known) { _ in true })
            .map { Problem(kind: .leftover, text: $0) }
    }

    private static func surplus(
        in folder: URL,
        besides known: [String],
        where isOfLedger: (String) -> Bool
    ) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { isOfLedger($0) && !known.contains($0) }
    }
}
