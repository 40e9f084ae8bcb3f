public import Foundation
import GRDB

/// Which transactions of a customer a history has, and in which order.
///
/// Each filter that is empty or `nil` lets all transactions pass. Source: Apple's documentation of
/// the App Store Server API, Get Transaction History.
public struct TransactionHistoryQuery: Sendable, Equatable {
    /// The first date of purchase.
    public var startDate: Date?
    /// The first date of purchase after the ones that count.
    public var endDate: Date?
    /// The products.
    public var productIDs: Set<String> = []
    /// The kinds of products.
    public var kinds: Set<CatalogProduct.Kind> = []
    /// The subscription groups.
    public var subscriptionGroupIDs: Set<String> = []
    /// Whether a member of the family bought the product.
    public var isFamilyShared: Bool?
    /// Whether the purchase was refunded or revoked.
    public var isRevoked: Bool?
    /// Whether consumables that the app has finished are left out, unless they were refunded.
    public var excludesFinishedConsumables = false
    /// Whether those that changed last come first.
    public var isDescending = false

    /// Makes a query of all transactions, those that changed last at the end.
    public init() {}
}

/// A page of a customer's transactions.
public struct TransactionHistoryPage: Sendable, Equatable {
    /// The transactions.
    public let entries: [LedgerEntry]
    /// The position after the last of them; that of the page before if there are none.
    public let position: Position
    /// Whether there are more at present.
    public let hasMore: Bool

    /// A position in a history, between two transactions.
    ///
    /// It is good for queries with the same filters and order.
    public struct Position: Sendable, Equatable, LosslessStringConvertible {
        let revision: Int64
        let entryID: Int64

        init(revision: Int64, entryID: Int64) {
            self.revision = revision
            self.entryID = entryID
        }

        /// Makes a position of its description; `nil` if it is none.
        public init?(_ description: String) {
            let numbers = description.split(separator: "_", omittingEmptySubsequences: false)
                .map { Int64($0) }
            guard numbers.count == 2, let revision = numbers[0], let entryID = numbers[1],
                revision >= 0, entryID >= 0
            else { return nil }
            self.init(revision: revision, entryID: entryID)
            guard self.description == description else { return nil }
        }

        /// The position as a text, whose form is not documented.
        public var description: String { "\(revision)_\(entryID)" }
    }
}

extension LedgerReader {
    /// A page of the history, in the order of `entryByRevision`, so that its time does not depend
    /// on the ledger's size.
    func history(
        _ query: TransactionHistoryQuery,
        after position: TransactionHistoryPage.Position?,
        limit: Int
    ) throws -> TransactionHistoryPage {
        let start = position ?? query.firstPosition
        var conditions = HistoryConditions(customerID: customerID)
        conditions.add(query)
        conditions.add(start, isDescending: query.isDescending)
        let order = query.isDescending ? "DESC" : "ASC"
        let sql = """
            SELECT * FROM entry WHERE \(conditions.sql)
            ORDER BY revision \(order), id \(order) LIMIT ?
            """
        // With filters there are many statements, which a cache would keep for ever.
        let statement =
            query.hasFilters
            ? try database.makeStatement(sql: sql) : try database.cachedStatement(sql: sql)
        let rows = try HistoryRecord.fetchAll(
            statement,
            arguments: StatementArguments(withoutNUL: conditions.arguments + [limit + 1])
        )
        return TransactionHistoryPage(
            entries: rows.prefix(limit).map(\.entry),
            position: rows.prefix(limit).last?.position ?? start,
            hasMore: rows.count > limit
        )
    }
}

/// An entry of a history, with its position.
///
/// It is decoded while SQLite is at its row: in a copy of a row, GRDB compares the names of all
/// columns each time.
private struct HistoryRecord: FetchableRecord {
    let entry: LedgerEntry
    let position: TransactionHistoryPage.Position

    init(row: Row) throws {
        entry = try LedgerEntryRecord(row: row).entry
        let decoder = RowDecoder(row: row, table: "entry", key: "id")
        position = TransactionHistoryPage.Position(
            revision: try decoder.integer("revision", in: LedgerReader.counts),
            entryID: entry.id
        )
    }
}

extension TransactionHistoryQuery {
    fileprivate var hasFilters: Bool {
        var query = TransactionHistoryQuery()
        query.isDescending = isDescending
        return self != query
    }

    fileprivate var firstPosition: TransactionHistoryPage.Position {
        isDescending ? .init(revision: .max, entryID: .max) : .init(revision: 0, entryID: 0)
    }
}

/// The conditions of a query in SQL, with their arguments.
private struct HistoryConditions {
    private var conditions = ["customerID = ?", "state = 'purchased'"]
    private(set) var arguments: [(any DatabaseValueConvertible)?]

    init(customerID: Customer.ID) {
        arguments = [customerID]
    }

    var sql: String { conditions.joined(separator: " AND ") }

    mutating func add(_ position: TransactionHistoryPage.Position, isDescending: Bool) {
        let sign = isDescending ? "<" : ">"
        add("(revision, id) \(sign) (?, ?)", position.revision, position.entryID)
    }

    mutating func add(_ query: TransactionHistoryQuery) {
        if let date = query.startDate { add("purchaseDate >= ?", date.milliseconds) }
        if let date = query.endDate { add("purchaseDate < ?", date.milliseconds) }
        add("productID", isOneOf: query.productIDs)
        add("kind", isOneOf: query.kinds.map(\.rawValue))
        add("subscriptionGroupID", isOneOf: query.subscriptionGroupIDs)
        add("sharedEntryID", isPresent: query.isFamilyShared)
        add("revocationDate", isPresent: query.isRevoked)
        guard query.excludesFinishedConsumables else { return }
        add("(kind <> 'consumable' OR NOT isFinished OR revocationDate IS NOT NULL)")
    }

    private mutating func add(
        _ condition: String,
        _ arguments: (any DatabaseValueConvertible)?...
    ) {
        conditions.append(condition)
        self.arguments += arguments
    }

    private mutating func add(_ column: String, isOneOf values: some Collection<String>) {
        guard !values.isEmpty else { return }
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        conditions.append("\(column) IN (\(marks))")
        arguments += values.map { $0 }
    }

    private mutating func add(_ column: String, isPresent: Bool?) {
        guard let isPresent else { return }
        conditions.append("\(column) IS \(isPresent ? "NOT " : "")NULL")
    }
}
