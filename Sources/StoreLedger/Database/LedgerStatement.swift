import Foundation
import GRDB
import GRDBSQLite
import StoreModel

/// A statement of the ledger.
///
/// GRDB's rows and arguments take longer than SQLite takes for an entry: each execution makes a
/// dictionary of the lowercase names of all columns. Values are bound and read here directly.
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
            try bind(argument?.databaseValue.storage ?? .null, at: Int32(index + 1), of: handle)
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(handle)
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    private func bind(
        _ value: DatabaseValue.Storage,
        at index: Int32,
        of handle: OpaquePointer
    ) throws {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .int64(let number): sqlite3_bind_int64(handle, index, number)
            case .double(let number): sqlite3_bind_double(handle, index, number)
            case .string(let text): try bind(text, at: index, of: handle)
            case .blob(let data):
                data.withUnsafeBytes { bytes in
                    bytes.isEmpty
                        ? sqlite3_bind_zeroblob(handle, index, 0)
                        : sqlite3_bind_blob64(
                            handle,
                            index,
                            bytes.baseAddress,
                            UInt64(bytes.count),
                            Self.copying
                        )
                }
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func bind(_ text: String, at index: Int32, of handle: OpaquePointer) throws -> Int32 {
        // Its bytes may have no address, which would mean NULL.
        if text.isEmpty { return sqlite3_bind_text(handle, index, "", 0, Self.copying) }
        var text = text
        let code = text.withUTF8 { bytes -> Int32? in
            guard !bytes.contains(0) else { return nil }
            return bytes.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text64(
                    handle,
                    index,
                    characters.baseAddress,
                    UInt64(characters.count),
                    Self.copying,
                    UInt8(SQLITE_UTF8)
                )
            }
        }
        guard let code else { throw StoreError.unsuitableText(text) }
        return code
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }

    /// SQLite's `SQLITE_TRANSIENT`, which Swift does not import.
    private static let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

extension DatabaseValue.Storage {
    /// The value of a column of the current row.
    init(_ statement: OpaquePointer, column: Int32) {
        let length = Int(sqlite3_column_bytes(statement, column))
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .int64(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .double(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            // No string that was written contains NUL, at which this ends.
            self =
                sqlite3_column_text(statement, column).map { .string(String(cString: $0)) } ?? .null
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, column)
            self = .blob(bytes.map { Data(bytes: $0, count: length) } ?? Data())
        default: self = .null
        }
    }
}

extension LedgerStatement {
    /// Returns a value of each row, with an argument for each question mark; `key` is the column
    /// that identifies a row in errors.
    func rows<Value>(
        of table: String,
        key: String? = "id",
        columns: Columns? = nil,
        _ arguments: [(any DatabaseValueConvertible)?] = [],
        _ make: (RowDecoder) throws -> Value
    ) throws -> [Value] {
        let columns = columns ?? Self.columns(statement.columnNames)
        var values: [Value] = []
        try execute(arguments) { row in
            values.append(
                try make(RowDecoder(statement: row, columns: columns, table: table, key: key))
            )
        }
        return values
    }
}

extension LedgerReader {
    /// Returns a value of each row that a query finds.
    func rows<Value>(
        _ sql: String,
        of table: String,
        key: String? = "id",
        columns: LedgerStatement.Columns? = nil,
        isKept: Bool = true,
        _ arguments: [(any DatabaseValueConvertible)?] = [],
        _ make: (RowDecoder) throws -> Value
    ) throws -> [Value] {
        try LedgerStatement(sql, in: database, isKept: isKept)
            .rows(of: table, key: key, columns: columns, arguments, make)
    }
}
