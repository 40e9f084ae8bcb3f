import GRDB

/// The conditions of a query in SQL, with their arguments.
struct QueryConditions {
    private var conditions: [String] = []
    private(set) var arguments: [(any DatabaseValueConvertible)?] = []

    var sql: String { conditions.joined(separator: " AND ") }

    mutating func add(_ condition: String, _ arguments: [(any DatabaseValueConvertible)?] = []) {
        conditions.append(condition)
        self.arguments += arguments
    }

    /// Adds a condition about a value, unless there is none.
    mutating func add(_ condition: String, ifPresent value: (any DatabaseValueConvertible)?) {
        guard let value else { return }
        add(condition, [value])
    }
}
