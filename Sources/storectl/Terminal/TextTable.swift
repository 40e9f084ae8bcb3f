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
    /// The widths of the widest cells; a column without content has none, and is left out.
    private var widths: [Int]

    init(_ columns: [Column]) {
        self.columns = columns
        widths = columns.map { _ in 0 }
    }

    /// Adds a row; `nil` is an empty cell.
    mutating func add(_ cells: String?...) {
        let row = cells.map { $0 ?? "" }
        for (column, cell) in row.enumerated() {
            widths[column] = max(widths[column], cell.displayWidth)
        }
        rows.append(row)
    }

    /// The table with the words of `colors` coloured; or a sentence if there are no rows.
    func text(
        _ style: TextStyle,
        ifEmpty sentence: String,
        colors: (String) -> String? = { _ in nil }
    ) -> String {
        guard !rows.isEmpty else { return sentence + "\n" }
        let visible = columns.indices.filter { self.widths[$0] > 0 }
        let widths = zip(columns, self.widths).map { max($0.title.displayWidth, $1) }
        var text = ""
        func add(_ cells: [String], _ paint: (String) -> String) {
            // Spaces are written before the next cell, so that no line ends with them.
            var space = 0
            for column in visible {
                let cell = cells[column]
                let rest = widths[column] - cell.displayWidth
                let isNumeric = columns[column].isNumeric
                if !cell.isEmpty {
                    text += String(repeating: " ", count: space + (isNumeric ? rest : 0))
                    text += paint(cell)
                    space = 0
                } else if isNumeric {
                    space += rest
                }
                space += 2 + (isNumeric ? 0 : rest)
            }
            text += "\n"
        }
        add(columns.map(\.title)) { style.bold($0) }
        for row in rows { add(row) { colors($0) ?? $0 } }
        return text
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
