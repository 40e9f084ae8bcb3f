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
    /// The condition is SQL, with a question mark for each argument. A statement that is kept must
    /// be one of few.
    func records<Record: LedgerRecord>(
        where condition: String,
        isKept: Bool = true,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws -> [Record] {
        try rows(
            "SELECT \(Record.queried) FROM \(Record.table) WHERE \(condition)",
            of: Record.table,
            columns: Record.queriedColumns,
            isKept: isKept,
            arguments,
            Record.init
        )
    }

    /// The first row that meets a condition.
    func record<Record: LedgerRecord>(
        where condition: String,
        isKept: Bool = true,
        _ arguments: [(any DatabaseValueConvertible)?] = []
    ) throws -> Record? {
        (try records(where: condition, isKept: isKept, arguments) as [Record]).first
    }
}

struct LedgerColumn<Record>: Sendable {
    let name: String
    /// Whether the row's seal covers the column.
    let isSealed: Bool
    /// The value that a record has in the column.
    let value: @Sendable (Record) throws -> (any DatabaseValueConvertible)?
    /// Reads the value of a row into a record.
    let read: @Sendable (RowDecoder, inout Record) throws -> Void

    /// A column with the value of a property.
    init<Value: ColumnValue>(
        _ name: String,
        _ property: any WritableKeyPath<Record, Value> & Sendable,
        isSealed: Bool = true
    ) {
        self.init(name, isSealed: isSealed) {
            $0[keyPath: property].stored
        } read: {
            $1[keyPath: property] = try $0.value(name)
        }
    }

    init(
        _ name: String,
        isSealed: Bool = true,
        _ value: @escaping @Sendable (Record) throws -> (any DatabaseValueConvertible)?,
        read: @escaping @Sendable (RowDecoder, inout Record) throws -> Void = { _, _ in }
    ) {
        self.name = name
        self.isSealed = isSealed
        self.value = value
        self.read = read
    }
}

extension [String] {
    var listed: String { joined(separator: ", ") }

    var marks: String { map { _ in "?" }.listed }
}
