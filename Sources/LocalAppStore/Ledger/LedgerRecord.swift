import GRDB

/// A row of a table whose rows have an `id`.
protocol LedgerRecord {
    static var table: String { get }

    init(_ row: RowDecoder) throws
}

extension LedgerReader {
    /// The rows of a table that meet a condition.
    ///
    /// The condition is SQL, with a question mark for each argument. Its statement is kept, so it
    /// must be one of few.
    func records<Record: LedgerRecord>(
        _ type: Record.Type,
        where condition: String,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws -> [Record] {
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT * FROM \(Record.table) WHERE \(condition)"),
            arguments: StatementArguments(withoutNUL: arguments)
        )
        var records: [Record] = []
        // Not from copies of the rows, in which GRDB compares the names of all columns each time.
        while let row = try rows.next() {
            records.append(try Record(RowDecoder(row: row, table: Record.table, key: "id")))
        }
        return records
    }
}
