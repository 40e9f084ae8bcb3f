import LocalAppStore
import StrictJSON

/// A row of a list: an element of an array in JSON, and a line of a table.
protocol ListRow {
    /// The member of the JSON object that contains the list.
    static var listName: String { get }
    /// The sentence in place of an empty table.
    static var emptyList: String { get }

    /// Returns the columns of the table; the rows of one customer omit the customer's name.
    static func columns(showsCustomers: Bool) -> [Column<Self>]

    var json: JSONValue { get }
}

/// A row that a store makes of an element of its list.
protocol StoreRow: ListRow {
    associatedtype Element

    static func rows(of elements: [Element], in store: Store) throws -> [Self]

    /// Returns the word by which the summary of a part counts an element; `nil` for none.
    static func kind(of element: Element) -> String?
}

extension StoreRow {
    static func kind(of element: Element) -> String? { nil }
}

struct ListReport<Row: ListRow>: Report {
    let rows: Excerpt<Row>
    /// Whether they are of several customers.
    var showsCustomers = false

    var json: JSONValue { .object([Row.listName: .array(rows.elements.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        let columns = Row.columns(showsCustomers: showsCustomers)
        return TextTable(rows.elements, columns).text(style, ifEmpty: Row.emptyList) + rows.summary
    }
}

extension ListReport where Row: StoreRow {
    /// Makes a report of the elements of a list, oldest first.
    init(_ elements: [Row.Element], in store: Store) throws {
        self.init(rows: Excerpt(try Row.rows(of: elements, in: store)))
    }

    /// Makes a report of the chosen elements of a list, oldest first.
    init(
        _ list: ListOptions,
        of elements: [Row.Element],
        _ output: OutputOptions,
        in store: Store,
        showsCustomers: Bool = false
    ) throws {
        let excerpt = list.excerpt(of: elements, Row.listName, output, kind: Row.kind)
        rows = try excerpt.map { try Row.rows(of: $0, in: store) }
        self.showsCustomers = showsCustomers
    }
}
