package import Foundation
import GRDB

/// Multiplies the newest entry of a ledger that a store made, in one transaction.
///
/// Writing a million entries one commit after the other would take longer than all measurements.
package struct LedgerFiller {
    let ledger: URL

    package init(ledger: URL) {
        self.ledger = ledger
    }

    /// Adds copies of the newest entry, each as if it had been bought once more; the last
    /// `unfinished` of them are not finished.
    package func addCopies(_ count: Int, unfinished: Int) throws {
        let queue = try open(ledger)
        try queue.write { database in
            try database.execute(sql: "PRAGMA cache_size = -262144")
            let columns = try String.fetchAll(
                database,
                sql: "SELECT name FROM pragma_table_info('entry')"
            )
            try database.execute(
                sql: insertion(of: columns),
                arguments: ["count": count, "finished": count - unfinished]
            )
            try database.execute(
                sql: """
                    UPDATE counter SET revision = (SELECT max(revision) FROM entry),
                    lastEntryID = (SELECT max(id) FROM entry)
                    """
            )
        }
        try queue.close()
    }

    /// Writes a copy of the ledger to another file, as small as it can be; as in a ledger that was
    /// opened before, changes go to a log.
    package func copy(to copy: URL) throws {
        let queue = try open(ledger)
        try queue.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy.path]) }
        try queue.close()
        let copied = try open(copy)
        try copied.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try copied.close()
    }

    /// The store that made the ledger may still be closing it.
    private func open(_ ledger: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        return try DatabaseQueue(path: ledger.path, configuration: configuration)
    }

    private func insertion(of columns: [String]) -> String {
        let values = columns.map { Self.ownValues[$0] ?? "entry.\($0)" }
        return """
            WITH RECURSIVE copies (n) AS (
                SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < :count
            )
            INSERT INTO entry (\(columns.joined(separator: ", ")))
            SELECT \(values.joined(separator: ", ")) FROM copies, entry
            WHERE entry.id = (SELECT max(id) FROM entry) ORDER BY n
            """
    }

    private static let ownValues = [
        "id": "entry.id + n",
        "originalID": "iif(entry.originalID = entry.id, entry.id + n, entry.originalID)",
        "paymentToken": "randomblob(16)",
        "isFinished": "n <= :finished",
        "purchaseDate": "entry.purchaseDate + n",
        "originalPurchaseDate": "entry.purchaseDate + n",
        "revision": "entry.revision + n",
    ]
}
