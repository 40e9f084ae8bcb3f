import Foundation
import GRDB

/// A ledger's database: every change is one transaction that is durable before the change is heard of.
final class Ledger: Sendable {
    let location: Store.Location
    private let queue: DatabaseQueue

    /// Opens the ledger, or starts one where none is.
    init(at location: Store.Location) throws(Store.Error) {
        self.location = location
        queue = try LedgerFile.open(location)
    }

    /// Asks inside one transaction, so that all answers belong together.
    func read<Result>(
        _ body: (LedgerReader) throws -> Result
    ) throws(Store.Error) -> Result {
        try translatingErrors {
            try queue.read { try body(LedgerReader(database: $0)) }
        }
    }

    /// Changes inside one transaction: all of it is durable on return, or none of it happened.
    func write<Result>(
        _ body: (LedgerWriter) throws -> Result
    ) throws(Store.Error) -> Result {
        try translatingErrors {
            try queue.write { database in
                try database.cachedStatement(sql: "UPDATE counter SET revision = revision + 1")
                    .execute()
                let revision = try LedgerReader(database: database).revision()
                return try body(LedgerWriter(database: database, revision: revision))
            }
        }
    }

    /// A number that changes when another connection has changed the file.
    func dataVersion() throws(Store.Error) -> Int {
        try translatingErrors {
            try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        }
    }

    /// Writes a copy of the whole ledger to a new file.
    func copy(to path: String) throws(Store.Error) {
        try translatingErrors {
            try queue.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        }
    }

    private func translatingErrors<Result>(
        _ body: () throws -> Result
    ) throws(Store.Error) -> Result {
        do {
            return try body()
        } catch {
            throw Store.Error(error, at: location)
        }
    }
}
