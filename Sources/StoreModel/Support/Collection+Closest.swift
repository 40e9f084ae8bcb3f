extension Collection<String> {
    /// The name that is probably meant by one that is not among them: the closest, unless more than
    /// a third of its letters differ.
    package func closest(to name: String) -> String? {
        let limit = Swift.max(1, name.count / 3)
        let candidates = map { (name: $0, distance: $0.editDistance(to: name)) }
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

extension String {
    /// Returns the number of letters that are inserted, removed, replaced or swapped with the next
    /// one between two strings, regardless of their case (optimal string alignment).
    fileprivate func editDistance(to other: String) -> Int {
        let (one, two) = (Array(lowercased()), Array(other.lowercased()))
        var rows = [Array(0...two.count)]
        for (row, letter) in one.enumerated() {
            var present = [row + 1]
            for (column, otherLetter) in two.enumerated() {
                let replaced = rows[row][column] + (letter == otherLetter ? 0 : 1)
                var least = Swift.min(replaced, rows[row][column + 1] + 1, present[column] + 1)
                if row > 0, column > 0, letter == two[column - 1], otherLetter == one[row - 1] {
                    least = Swift.min(least, rows[row - 1][column - 1] + 1)
                }
                present.append(least)
            }
            rows.append(present)
        }
        return rows[one.count][two.count]
    }
}
