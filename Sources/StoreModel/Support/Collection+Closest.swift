extension Collection<String> {
    /// The name closest to an unknown one, ignoring case; `nil` if over a third of it differs.
    package func closest(to name: String) -> String? {
        let limit = Swift.max(1, name.count / 3)
        let letters = Array(name.lowercased())
        let candidates = map { candidate in
            (name: candidate, distance: Array(candidate.lowercased()).editDistance(to: letters))
        }
        return candidates.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
    }
}

extension Array where Element: Equatable {
    /// The edit distance to another list, with swaps (optimal string alignment).
    func editDistance(to other: [Element]) -> Int {
        var rows = [Array<Int>(0...other.count)]
        for (row, element) in enumerated() {
            var present = [row + 1]
            for (column, otherElement) in other.enumerated() {
                let replaced = rows[row][column] + (element == otherElement ? 0 : 1)
                var least = Swift.min(replaced, rows[row][column + 1] + 1, present[column] + 1)
                if row > 0, column > 0, element == other[column - 1],
                    otherElement == self[row - 1]
                {
                    least = Swift.min(least, rows[row - 1][column - 1] + 1)
                }
                present.append(least)
            }
            rows.append(present)
        }
        return rows[count][other.count]
    }
}
