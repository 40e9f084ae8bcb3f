import Foundation
import GRDB
import GRDBSQLite
import StoreModel
import StrictJSON

/// A statement of the ledger.
///
/// GRDB binds arguments and decodes columns; SQLite's statement is stepped here. By GRDB's cursors
/// and rows a renewal takes 49 us of the processor instead of 38 us (`store-benchmarks renewals`).
struct LedgerStatement {
    /// The names of the columns, with their places.
    typealias Columns = [String: Int32]

    private let database: Database
    private let statement: Statement

    /// Compiles SQL, unless its statement was kept before.
    ///
    /// Every kept statement stays in memory, so there must be few.
    init(_ sql: String, in database: Database, isKept: Bool = true) throws {
        self.database = database
        statement =
            isKept
            ? try database.cachedStatement(sql: sql) : try database.makeStatement(sql: sql)
    }

    var columns: Columns { Self.columns(statement.columnNames) }

    static func columns(_ names: [String]) -> Columns {
        let places = names.enumerated().map { ($1, Int32($0)) }
        return Columns(places, uniquingKeysWith: { first, _ in first })
    }

    /// Executes the statement with an argument for each question mark, and calls `body` with each
    /// row; `body` must not execute the same statement.
    func execute(
        _ arguments: [(any DatabaseValueConvertible)?] = [],
        forEachRow body: (OpaquePointer) throws -> Void = { _ in }
    ) throws {
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, argument) in arguments.enumerated() {
            try bind(argument?.databaseValue ?? .null, at: Int32(index + 1), of: handle)
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(handle)
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    private func bind(_ value: DatabaseValue, at index: Int32, of handle: OpaquePointer) throws {
        let code: Int32
        switch value.storage {
        // SQLite would truncate it.
        case .string(let text) where text.containsNUL: throw StoreError.unsuitableText(text)
        // Its bytes have no address, which would mean NULL.
        case .blob(let data) where data.isEmpty: code = sqlite3_bind_zeroblob(handle, index, 0)
        default: code = value.bind(to: handle, at: index)
        }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
}

extension LedgerReader {
    /// Returns a value of each row that a query finds, with an argument for each question mark;
    /// `key` is the column that identifies a row in errors.
    func rows<Value>(
        _ sql: String,
        of table: String,
        key: String? = "id",
        columns: LedgerStatement.Columns? = nil,
        isKept: Bool = true,
        _ arguments: [(any DatabaseValueConvertible)?] = [],
        _ make: (RowDecoder) throws -> Value
    ) throws -> [Value] {
        let statement = try LedgerStatement(sql, in: database, isKept: isKept)
        let columns = columns ?? statement.columns
        var values: [Value] = []
        try statement.execute(arguments) { row in
            values.append(
                try make(RowDecoder(statement: row, columns: columns, table: table, key: key))
            )
        }
        return values
    }
}
