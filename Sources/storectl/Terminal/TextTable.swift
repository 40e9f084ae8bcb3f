struct Column<Row> {
    let title: String
    /// The cell of a row; `nil` is an empty one.
    let cell: (Row) -> String?
    var isNumeric = false
    /// Whether cells are states, which have colours.
    var isState = false

    static func text(_ title: String, _ cell: @escaping (Row) -> String?) -> Column {
        Column(title: title, cell: cell)
    }

    static func number(_ title: String, _ cell: @escaping (Row) -> String?) -> Column {
        Column(title: title, cell: cell, isNumeric: true)
    }

    static func state(_ title: String, _ cell: @escaping (Row) -> String?) -> Column {
        Column(title: title, cell: cell, isState: true)
    }
}

/// Rows of cells, aligned in columns under their titles; a column without content is left out.
struct TextTable<Row> {
    private let columns: [Column<Row>]
    private let rows: [[String]]

    init(_ rows: [Row], _ columns: [Column<Row>]) {
        let cells = rows.map { row in columns.map { $0.cell(row) ?? "" } }
        let visible = columns.indices.filter { column in cells.contains { !$0[column].isEmpty } }
        self.columns = visible.map { columns[$0] }
        self.rows = cells.map { row in visible.map { row[$0] } }
    }

    /// The table, or a sentence if there are no rows.
    func text(_ style: TextStyle, ifEmpty sentence: String) -> String {
        guard !rows.isEmpty else { return sentence + "\n" }
        let titles = columns.map(\.title)
        var widths = titles.map(\.displayWidth)
        for row in rows { widths = zip(widths, row).map { max($0, $1.displayWidth) } }
        var text = line(titles, widths) { style.bold($1) }
        for row in rows { text += line(row, widths) { $0.isState ? style.state($1) : $1 } }
        return text
    }

    private func line(
        _ cells: [String],
        _ widths: [Int],
        _ paint: (Column<Row>, String) -> String
    ) -> String {
        var text = ""
        // Spaces are written before the next cell, so that no line ends with them.
        var space = 0
        for (index, column) in columns.enumerated() {
            let rest = widths[index] - cells[index].displayWidth
            space += column.isNumeric ? rest : 0
            if !cells[index].isEmpty {
                text += String(repeating: " ", count: space) + paint(column, cells[index])
                space = 0
            }
            space += 2 + (column.isNumeric ? 0 : rest)
        }
        return text + "\n"
    }
}
