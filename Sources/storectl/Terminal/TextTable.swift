/// Rows of cells, aligned in columns under their titles.
struct TextTable {
    /// A column: its title, and whether its cells are aligned to the right.
    struct Column {
        let title: String
        var isNumeric = false

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumeric: true) }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row; `nil` is an empty cell.
    mutating func add(_ cells: String?...) {
        rows.append(cells.map { $0 ?? "" })
    }

    /// The table with the words of `colors` coloured; or a sentence if there are no rows.
    func text(
        _ style: TextStyle,
        ifEmpty sentence: String,
        colors: (String) -> String? = { _ in nil }
    ) -> String {
        guard !rows.isEmpty else { return sentence + "\n" }
        let visible = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let header = line(columns.map(\.title), visible) { style.bold($0) }
        return ([header] + rows.map { line($0, visible) { colors($0) ?? $0 } }).joined()
    }

    private func line(
        _ cells: [String],
        _ visible: [Int],
        _ paint: (String) -> String
    ) -> String {
        let padded = visible.map { column in
            let cell = cells[column]
            let space = String(repeating: " ", count: width(of: column) - cell.displayWidth)
            return columns[column].isNumeric ? space + paint(cell) : paint(cell) + space
        }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }

    private func width(of column: Int) -> Int {
        rows.map { $0[column].displayWidth }.reduce(columns[column].title.displayWidth, max)
    }
}

/// Names with values, one a line, the values aligned.
struct TextList {
    private var items: [(name: String, value: String)] = []

    /// Adds a line, unless there is no value.
    mutating func add(_ name: String, _ value: String?) {
        if let value { items.append((name, value)) }
    }

    func text(_ style: TextStyle) -> String {
        let width = items.map(\.name.displayWidth).max() ?? 0
        return items.map { name, value in
            let space = String(repeating: " ", count: width - name.displayWidth)
            return style.dim(name) + space + "  " + value + "\n"
        }.joined()
    }
}
