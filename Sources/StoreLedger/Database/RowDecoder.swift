import GRDB
import StoreModel

/// Decodes and checks the values of a row.
///
/// A value that is missing, of another type or out of range means that the file is damaged. The
/// error contains table, row and column. GRDB's subscripts would trap instead.
struct RowDecoder {
    /// The current row of a statement.
    let statement: OpaquePointer
    let columns: LedgerStatement.Columns
    let table: String
    /// The column that identifies a row; `nil` for a table of one row.
    let key: String?

    /// Decodes a value; only an optional one may be NULL.
    func value<Value: ColumnValue>(_ column: String) throws -> Value {
        try decode(column, as: Value.expected, Value.init(stored:))
    }

    /// Decodes a value that `make` makes of another one; `nil` for an invalid one.
    func value<Stored: ColumnValue, Value>(
        _ column: String,
        as expected: String,
        _ make: (Stored) -> Value?
    ) throws -> Value {
        try decode(column, as: expected) { Stored(stored: $0).flatMap(make) }
    }

    /// Decodes a value that may be NULL.
    func optional<Value>(_ column: String, _ decode: (String) throws -> Value) throws -> Value? {
        if try stored(column).isNull { return nil }
        return try decode(column)
    }

    /// Decodes a value in JSON that may be NULL.
    func json<Value: Decodable>(
        _ column: String,
        as expected: String,
        where isValid: (Value) -> Bool = { _ in true }
    ) throws -> Value? {
        try optional(column) {
            try value($0, as: "\(expected) in JSON") { (text: String) in
                let decoded: Value? = try? JSONText(text).decoded()
                return decoded.flatMap { isValid($0) ? $0 : nil }
            }
        }
    }

    /// Decodes a commitment that may be NULL.
    func commitment(_ column: String) throws -> Commitment? {
        try json(column, as: "a commitment") { (commitment: Commitment) in
            1...100 ~= commitment.periodCount
                && 1...commitment.periodCount ~= commitment.periodNumber
        }
    }

    /// Decodes seats that may be NULL.
    func seats(_ column: String) throws -> Seats? {
        try json(column, as: "seats") { (seats: Seats) in
            seats.priceTiers.allSatisfy { 1...SeatPricing.limit ~= $0.quantity }
                && 0...seats.priceTiers.quantity ~= seats.revokedQuantity
        }
    }

    func integer(
        _ column: String,
        in range: ClosedRange<Int64> = Int64.min...Int64.max
    ) throws -> Int64 {
        try value(column, as: Int64.expected) { range.contains($0) ? $0 : nil }
    }

    /// The error for an invalid value.
    func damage(_ column: String, expected: String) -> any Error {
        let found = (try? stored(column)).map { "\($0)".prefix(60) } ?? "nothing"
        let name = key.flatMap { try? stored($0) }.map { "\($0)" } ?? "1"
        return DatabaseError(
            resultCode: .SQLITE_CORRUPT,
            message: "table \(table), row \(name), column \(column): \(found) is not \(expected)"
        )
    }

    private func decode<Value>(
        _ column: String,
        as expected: String,
        _ make: (DatabaseValue.Storage) -> Value?
    ) throws -> Value {
        guard let value = make(try stored(column).storage) else {
            throw damage(column, expected: expected)
        }
        return value
    }

    private func stored(_ column: String) throws -> DatabaseValue {
        guard let place = columns[column] else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "table \(table) has no column \(column)"
            )
        }
        return DatabaseValue(sqliteStatement: statement, index: place)
    }
}
