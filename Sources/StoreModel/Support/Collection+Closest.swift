extension Collection<String> {
    /// The name that is probably meant by one that is not among them: the closest, unless more than
    /// a third of its letters differ, whatever their case.
    package func closest(to name: String) -> String? {
        let limit = Swift.max(1, name.count / 3)
        let letters = Array(name.lowercased())
        let candidates = map { candidate in
            (name: candidate, distance: Array(candidate.lowercased()).editDistance(to: letters))
        }
        return candidates.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
    }
}

extension Catalog {
    /// A sentence with the product that an unknown identifier probably means; empty if there is no
    /// such product.
    package func suggestion(for productID: String) -> String {
        let meant = products.map(\.id).closest(to: productID)
        return meant.map { ". Did you mean \"\($0)\"?" } ?? ""
    }
}

extension Array where Element: Equatable {
    /// How many elements are inserted, removed, replaced or swapped with the next one between two
    /// lists (optimal string alignment).
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
