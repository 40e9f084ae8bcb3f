import Foundation
import GRDB
import StoreModel

/// Decodes and checks the values of a row.
///
/// A value that is missing, of another type or out of range means that the file is damaged. The
/// error contains table, row and column. GRDB's subscripts would trap instead.
struct RowDecoder {
    private let statement: OpaquePointer
    private let columns: LedgerStatement.Columns
    private let table: String
    /// The column that identifies a row; `nil` for a table of one row.
    private let key: String?

    /// Makes the decoder of a statement's current row.
    init(
        statement: OpaquePointer,
        columns: LedgerStatement.Columns,
        table: String,
        key: String?
    ) {
        self.statement = statement
        self.columns = columns
        self.table = table
        self.key = key
    }

    func integer(
        _ column: String,
        in range: ClosedRange<Int64> = Int64.min...Int64.max
    ) throws -> Int64 {
        try value(column, "an integer in range") { stored in
            guard case .int64(let number) = stored, range.contains(number) else { return nil }
            return number
        }
    }

    /// Decodes an integer that represents a value, such as a code.
    func integer<Value>(
        _ column: String,
        as expected: String,
        _ make: (Int) -> Value?
    ) throws -> Value {
        try value(column, expected) { stored in
            guard case .int64(let number) = stored else { return nil }
            return Int(exactly: number).flatMap(make)
        }
    }

    func flag(_ column: String) throws -> Bool {
        try integer(column, as: "0 or 1") { (0...1).contains($0) ? $0 == 1 : nil }
    }

    func date(_ column: String) throws -> Date {
        try value(column, "a date of the years 1 to 9999 in milliseconds") { stored in
            guard case .int64(let count) = stored else { return nil }
            let date = Date(millisecondsSince1970: count)
            return Date.storeDates.contains(date) ? date : nil
        }
    }

    func text(_ column: String) throws -> String {
        try text(column, as: "a text") { $0 }
    }

    /// Decodes a string that represents a value, such as a name.
    func text<Value>(
        _ column: String,
        as expected: String,
        _ make: (String) -> Value?
    ) throws -> Value {
        try value(column, expected) { stored in
            guard case .string(let text) = stored else { return nil }
            return make(text)
        }
    }

    func data(_ column: String) throws -> Data {
        try value(column, "a blob") { stored in
            guard case .blob(let data) = stored else { return nil }
            return data
        }
    }

    func identifier(_ column: String) throws -> UUID {
        try value(column, "a blob of 16 bytes") { stored in
            guard case .blob(let data) = stored, data.count == 16 else { return nil }
            return UUID.fromDatabaseValue(data.databaseValue)
        }
    }

    /// Decodes a value that may be NULL.
    func optional<Value>(
        _ column: String,
        _ decode: (String) throws -> Value
    ) throws -> Value? {
        if case .null = try stored(column) { return nil }
        return try decode(column)
    }

    /// The error for an invalid value.
    func damage(_ column: String, expected: String) -> any Error {
        let found = (try? stored(column)).map { $0.text.prefix(60) } ?? "nothing"
        let name = key.flatMap { try? stored($0) }.map(\.text) ?? "1"
        return DatabaseError(
            resultCode: .SQLITE_CORRUPT,
            message: "table \(table), row \(name), column \(column): \(found) is not \(expected)"
        )
    }

    private func value<Value>(
        _ column: String,
        _ expected: String,
        _ make: (DatabaseValue.Storage) -> Value?
    ) throws -> Value {
        guard let value = make(try stored(column)) else {
            throw damage(column, expected: expected)
        }
        return value
    }

    private func stored(_ column: String) throws -> DatabaseValue.Storage {
        guard let place = columns[column] else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "table \(table) has no column \(column)"
            )
        }
        return .init(statement, column: place)
    }
}

extension DatabaseValue.Storage {
    /// The value as an error shows it.
    fileprivate var text: String {
        switch self {
        case .null: "\(DatabaseValue.null)"
        case .int64(let number): "\(number.databaseValue)"
        case .double(let number): "\(number.databaseValue)"
        case .string(let text): "\(text.databaseValue)"
        case .blob(let data): "\(data.databaseValue)"
        }
    }
}
