internal import CLibpq
package import Foundation

/// The rows that a statement returned.
///
/// It is unchecked because it holds a pointer: a `PGresult` does not change once it is received.
package final class SQLResult: @unchecked Sendable {
    private let result: OpaquePointer

    /// Takes the result, to free it with the object.
    init(taking result: OpaquePointer) {
        self.result = result
    }

    deinit { PQclear(result) }

    /// The number of rows.
    package var rowCount: Int { Int(PQntuples(result)) }

    /// The number of rows that an `INSERT`, `UPDATE` or `DELETE` changed.
    package var changedRowCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The rows, in their order.
    package var rows: some RandomAccessCollection<SQLRow> {
        (0..<rowCount).lazy.map { SQLRow(self, at: Int32($0)) }
    }

    /// Makes a value of each row, by reading all its columns.
    package func map<Value>(
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

    /// The values of the first column.
    package func column<Value: SQLColumnValue>() throws(SQLError) -> [Value] {
        try map { row throws(SQLError) in try row.next() }
    }

    /// The command that was run, such as `ROLLBACK` in place of a `COMMIT`.
    var command: String { String(cString: PQcmdStatus(result)) }

    /// The error in place of a result; a connection's error if there is none of the server.
    var failure: SQLError? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
        case PGRES_PIPELINE_ABORTED:
            return .server(state: "25P02", message: "an earlier statement failed")
        default:
            guard let state = field("C") else { return .connection("the server ended it") }
            let message = field("M") ?? ""
            // A distributed database relays errors of its other servers, such as their end, with a
            // lower severity. A pooler that lost its server can't know what was done (class 08).
            let endsSession = ["FATAL", "PANIC"].contains(field("V"))
            return endsSession && !state.hasPrefix("08")
                ? .termination(state: state, message: message)
                : .server(state: state, message: message)
        }
    }

    /// A field of an error (PostgreSQL, "Error and Notice Message Fields").
    private func field(_ code: Unicode.Scalar) -> String? {
        PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }

    /// Whether all before it is done.
    var isSynchronization: Bool { PQresultStatus(result) == PGRES_PIPELINE_SYNC }

    /// Whether the server waits for `COPY`, or sends it.
    var isCopy: Bool {
        [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(PQresultStatus(result))
    }

    fileprivate func text(_ row: Int32, _ column: Int32) throws(SQLError) -> String? {
        guard column < PQnfields(result) else {
            throw .decoding("there is no column \(column + 1)")
        }
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
        else { return nil }
        let length = Int(PQgetlength(result, row, column))
        let bytes = UnsafeRawBufferPointer(start: value, count: length)
        // A database without an encoding does not validate strings.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .decoding("\(name(column)) is not UTF-8")
        }
        return text
    }

    fileprivate func name(_ column: Int32) -> String {
        PQfname(result, column).map { String(cString: $0) } ?? "\(column + 1)"
    }
}

/// A row, whose columns are read one after the other.
package struct SQLRow {
    private let result: SQLResult
    private let row: Int32
    private var column: Int32 = 0

    init(_ result: SQLResult, at row: Int32) {
        self.result = result
        self.row = row
    }

    /// Reads the next column; `NULL` is an error.
    package mutating func next<Value: SQLColumnValue>() throws(SQLError) -> Value {
        guard let value: Value = try nextIfPresent() else {
            throw .decoding("\(result.name(column - 1)) is NULL")
        }
        return value
    }

    /// Reads the next column; `nil` if it is `NULL`.
    package mutating func nextIfPresent<Value: SQLColumnValue>() throws(SQLError) -> Value? {
        defer { column += 1 }
        guard let text = try result.text(row, column) else { return nil }
        guard let value = Value(column: text) else {
            throw .decoding("\(result.name(column)) is not of type \(Value.self)")
        }
        return value
    }
}

/// A type of a column.
package protocol SQLColumnValue {
    /// Reads the text that PostgreSQL writes.
    init?(column: String)
}

extension String: SQLColumnValue {
    /// Takes the text as it is.
    package init?(column: String) { self = column }
}

extension Int64: SQLColumnValue {
    /// Reads decimal digits.
    package init?(column: String) { self.init(column) }
}

extension Bool: SQLColumnValue {
    /// Reads `t` or `f`.
    package init?(column: String) {
        guard column == "t" || column == "f" else { return nil }
        self = column == "t"
    }
}

extension UUID: SQLColumnValue {
    /// Reads the digits of a UUID.
    package init?(column: String) { self.init(uuidString: column) }
}

extension [UInt8]: SQLColumnValue {
    /// Reads a `bytea`: `\x` and hexadecimal digits (`bytea_output = hex`).
    package init?(column: String) {
        let digits = Array(column.utf8.dropFirst(2))
        guard column.hasPrefix("\\x"), digits.count.isMultiple(of: 2) else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1])
            else { return nil }
            append(high << 4 | low)
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
