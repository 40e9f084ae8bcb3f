import GRDB

/// A row of a table whose rows have an `id`.
protocol LedgerRecord {
    static var table: String { get }
    /// The columns of a query, in SQL.
    static var queried: String { get }
    /// The places of these columns; `nil` to look them up at each query.
    static var queriedColumns: LedgerStatement.Columns? { get }

    init(_ row: RowDecoder) throws
}

extension LedgerRecord {
    static var queried: String { "*" }
    static var queriedColumns: LedgerStatement.Columns? { nil }
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
        try rows(
            "SELECT \(Record.queried) FROM \(Record.table) WHERE \(condition)",
            of: Record.table,
            columns: Record.queriedColumns,
            arguments,
            Record.init
        )
    }
}

/// A column of a table, with the value that it has of a record.
struct LedgerColumn<Record>: Sendable {
    let name: String
    /// Whether the row's seal covers the column.
    let isSealed: Bool
    let value: @Sendable (Record) throws -> (any DatabaseValueConvertible)?

    init(
        _ name: String,
        isSealed: Bool = true,
        _ value: @escaping @Sendable (Record) throws -> (any DatabaseValueConvertible)?
    ) {
        self.name = name
        self.isSealed = isSealed
        self.value = value
    }
}

extension [String] {
    /// Columns in SQL.
    var listed: String { joined(separator: ", ") }

    /// A question mark for each column.
    var marks: String { map { _ in "?" }.listed }
}
