import GRDB

/// Looks for values that keep the ledger from finding a row.
///
/// A value that does not fit is noticed when its row is read. A row is passed over in silence,
/// though, where the value is one by which rows are looked up, such as `isFinished`; hence these
/// are checked when a ledger is opened.
enum LedgerCheck {
    /// Checks all rows, unless the file is so large that only what is read is checked.
    static func run(_ database: Database) throws {
        let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        guard try Int.fetchOne(database, sql: size) ?? 0 <= LedgerFile.fullCheckLimit else {
            return
        }
        for (table, key, rules) in tables {
            let unfit = rules.map { "WHEN NOT (\($0.condition)) THEN '\($0.column)'" }
            let sql = """
                SELECT *, rowid AS rowid, CASE \(unfit.joined(separator: " ")) END AS unfitColumn
                FROM \(table) WHERE unfitColumn IS NOT NULL LIMIT 1
                """
            guard let row = try Row.fetchOne(database, sql: sql) else { continue }
            let checked = CheckedRow(row: row, table: table, key: key)
            let column = try checked.text("unfitColumn")
            let rule = rules.first { $0.column == column }
            throw checked.damage(column, expected: rule?.expected ?? "a value that fits")
        }
    }

    private static let tables: [(table: String, key: String, rules: [Rule])] = [
        (
            "entry", "id",
            [
                .integer("originalID"), .token("paymentToken"), .text("productID"),
                .name("kind", CatalogProduct.Kind.allCases.map(\.rawValue) + [nil]),
                .text("subscriptionGroupID", orNothing: true),
                .name("state", LedgerEntry.State.allCases.map(\.rawValue)),
                .flag("isFinished"), .flag("isRevocationUndelivered"), .flag("isUpgraded"),
                .integer("purchaseDate"), .integer("revocationDate", orNothing: true),
                .name("offerKind", ["introductory", "promotional", nil]),
                .text("applicationUsername", orNothing: true), .count("revision"),
            ]
        ),
        ("removal", "rowid", [.integer("entryID", orNothing: true), .count("revision")]),
        ("purchaseIntent", "id", [.text("productID"), .count("revision")]),
        ("preference", "name", [.text("name"), .text("value"), .count("revision")]),
    ]
}

/// What one column must hold, in SQL; a condition is never NULL.
private struct Rule {
    let column: String
    let condition: String
    let expected: String

    static func integer(_ column: String, orNothing: Bool = false) -> Rule {
        type("integer", of: column, orNothing, expected: "an integer")
    }

    static func text(_ column: String, orNothing: Bool = false) -> Rule {
        type("text", of: column, orNothing, expected: "a text")
    }

    static func count(_ column: String) -> Rule {
        Rule(
            column: column,
            condition: "typeof(\(column)) = 'integer' AND \(column) >= 0",
            expected: "a count"
        )
    }

    static func flag(_ column: String) -> Rule {
        Rule(
            column: column,
            condition: "\(column) IS 0 OR \(column) IS 1",
            expected: "0 or 1"
        )
    }

    static func token(_ column: String) -> Rule {
        Rule(
            column: column,
            condition: "typeof(\(column)) = 'blob' AND length(\(column)) = 16",
            expected: "a blob of 16 bytes"
        )
    }

    /// A column that holds one of a few names; `nil` lets it hold none.
    static func name(_ column: String, _ names: [String?]) -> Rule {
        let values = names.map { name in name.map { "'\($0)'" } ?? "NULL" }
        return Rule(
            column: column,
            condition: values.map { "\(column) IS \($0)" }.joined(separator: " OR "),
            expected: "one of \(values.joined(separator: ", "))"
        )
    }

    private static func type(
        _ type: String,
        of column: String,
        _ orNothing: Bool,
        expected: String
    ) -> Rule {
        let condition = "typeof(\(column)) = '\(type)'"
        return Rule(
            column: column,
            condition: orNothing ? "\(column) IS NULL OR \(condition)" : condition,
            expected: expected
        )
    }
}
