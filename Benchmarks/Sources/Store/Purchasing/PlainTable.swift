import Foundation
import GRDB

/// The peer: a table of one GRDB commit after the other, as durable as the ledger.
struct PlainTable {
    private let queue: DatabaseQueue

    init(at url: URL) throws {
        queue = try DatabaseQueue(path: url.path)
        try queue.inDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    CREATE TABLE purchase (id INTEGER PRIMARY KEY, productID TEXT NOT NULL);
                    """
            )
        }
    }

    func insert(_ productID: String) throws {
        try queue.write { database in
            try database.cachedStatement(sql: "INSERT INTO purchase (productID) VALUES (?)")
                .execute(arguments: [productID])
        }
    }
}
