import Foundation

/// Lines of figures for the terminal, in columns.
package struct Table {
    private var lines: [[String]]

    package init(_ heads: [String]) {
        lines = [heads]
    }

    package mutating func add(_ cells: [String]) {
        lines.append(cells)
    }

    package func show() {
        let widths = (lines.first ?? []).indices.map { column in
            lines.map { $0[column].count }.max() ?? 0
        }
        for line in lines {
            let cells = zip(line, widths).map { cell, width in
                String(repeating: " ", count: width - cell.count) + cell
            }
            print(cells.joined(separator: "  "))
        }
        print("")
    }
}

extension Double {
    /// The number with so many digits after the point.
    package func text(_ digits: Int) -> String {
        String(format: "%.\(digits)f", self)
    }
}
