internal import CLibpq
public import Foundation

/// The rows that a statement returned.
///
/// It is unchecked because it holds a pointer: a `PGresult` does not change once it is received.
public final class SQLResult: @unchecked Sendable {
    private let result: OpaquePointer

    /// Takes the result, which is freed with the object.
    init(taking result: OpaquePointer) {
        self.result = result
    }

    deinit { PQclear(result) }

    public var rowCount: Int { Int(PQntuples(result)) }

    /// The number of rows that an `INSERT`, `UPDATE` or `DELETE` changed.
    public var changedRowCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The rows, in their order.
    public var rows: some RandomAccessCollection<SQLRow> {
        (0..<rowCount).lazy.map { SQLRow(self, at: Int32($0)) }
    }

    /// Makes a value of each row, which has to read all its columns.
    public func map<Value>(
        _ decode: (inout SQLRow) throws(SQLError) -> Value
    ) throws(SQLError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(rowCount)
        for index in 0..<rowCount {
            var row = SQLRow(self, at: Int32(index))
            values.append(try decode(&row))
        }
        return values
    }

    /// The command that was run, such as `ROLLBACK` in place of a `COMMIT`.
    var command: String { String(cString: PQcmdStatus(result)) }

    fileprivate func text(_ row: Int32, _ column: Int32) throws(SQLError) -> String? {
        guard column < PQnfields(result) else {
            throw .decoding("there is no column \(column + 1)")
        }
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
        else { return nil }
        return String(cString: value)
    }

    fileprivate func name(_ column: Int32) -> String {
        PQfname(result, column).map { String(cString: $0) } ?? "\(column + 1)"
    }
}

/// A row, whose columns are read one after the other.
public struct SQLRow {
    private let result: SQLResult
    private let row: Int32
    private var column: Int32 = 0

    init(_ result: SQLResult, at row: Int32) {
        self.result = result
        self.row = row
    }

    /// Reads the next column, which must not be `NULL`.
    public mutating func next<Value: SQLColumnValue>() throws(SQLError) -> Value {
        guard let value: Value = try nextIfPresent() else {
            throw .decoding("\(result.name(column - 1)) is NULL")
        }
        return value
    }

    /// Reads the next column; `nil` if it is `NULL`.
    public mutating func nextIfPresent<Value: SQLColumnValue>() throws(SQLError) -> Value? {
        defer { column += 1 }
        guard let text = try result.text(row, column) else { return nil }
        guard let value = Value(column: text) else {
            throw .decoding("\(result.name(column)) is no \(Value.self)")
        }
        return value
    }
}

/// A type of a column.
public protocol SQLColumnValue {
    /// Reads the text that PostgreSQL writes.
    init?(column: String)
}

extension String: SQLColumnValue {
    public init?(column: String) { self = column }
}

extension Int64: SQLColumnValue {
    public init?(column: String) { self.init(column) }
}

extension Bool: SQLColumnValue {
    public init?(column: String) {
        guard column == "t" || column == "f" else { return nil }
        self = column == "t"
    }
}

extension UUID: SQLColumnValue {
    public init?(column: String) { self.init(uuidString: column) }
}
