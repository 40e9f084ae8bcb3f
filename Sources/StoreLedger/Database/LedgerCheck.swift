import GRDB
import StoreModel

/// Finds invalid values in the columns by which rows are looked up.
///
/// An invalid value in another column is found when its row is decoded. An invalid value in a
/// column such as `isFinished` would exclude its row from the queries without an error. Therefore
/// these columns are checked when a ledger is opened.
enum LedgerCheck {
    static func run(_ database: Database) throws {
        let reader = LedgerReader(database: database, customerID: Customer.firstID)
        for (table, key, rules) in tables {
            let invalid = rules.map { "WHEN NOT (\($0.condition)) THEN '\($0.column)'" }
            let sql = """
                SELECT *, rowid AS rowid,
                    CASE \(invalid.joined(separator: " ")) END AS invalidColumn
                FROM \(table) WHERE invalidColumn IS NOT NULL LIMIT 1
                """
            _ = try reader.rows(sql, of: table, key: key, isKept: false) { row in
                let column: String = try row.value("invalidColumn")
                let rule = rules.first { $0.column == column }
                throw row.damage(column, expected: rule?.expected ?? "a valid value")
            }
        }
    }

    private static let tables: [(table: String, key: String, rules: [Rule])] = [
        (
            "entry", "id",
            [
                .integer("originalID"), .token("paymentToken"), .text("productID"),
                .name("kind", CatalogProduct.Kind.allCases.map(\.rawValue) + [nil]),
                .text("subscriptionGroupID", orNull: true),
                .name("state", LedgerEntry.State.allCases.map(\.rawValue)),
                .flag("isFinished"), .flag("isRevocationUndelivered"), .flag("isUpgraded"),
                .flag("hasIssue"),
                .integer("purchaseDate"), .integer("revocationDate", orNull: true),
                .name("offerKind", ["introductory", "promotional", "code", "winBack", nil]),
                .token("offerNonce", orNull: true), .text("offerCode", orNull: true),
                .text("applicationUsername", orNull: true), .count("revision"),
                .customer("customerID"), .integer("sharedEntryID", orNull: true),
                .count("contentRevision"), .blob("seal"),
                .name("purchaseAPI", LedgerEntry.API.allCases.map(\.rawValue) + [nil]),
                .name("finishAPI", LedgerEntry.API.allCases.map(\.rawValue) + [nil]),
            ]
        ),
        (
            "subscription", "id",
            [
                .integer("nextEventDate", orNull: true), .text("productID"), .count("revision"),
                .customer("customerID"), .blob("seal"),
            ]
        ),
        (
            "removal", "rowid",
            [.integer("entryID", orNull: true), .count("revision"), .customer("customerID")]
        ),
        (
            "purchaseIntent", "id",
            [.text("productID"), .count("revision"), .customer("customerID")]
        ),
        ("customer", "id", [.text("name"), .integer("familyOrganizerID", orNull: true)]),
        (
            "download", "id",
            [
                .integer("entryID"), .text("contentIdentifier"),
                .name("state", ContentDownload.State.allCases.map(\.rawValue)),
                .count("revision"),
            ]
        ),
        (
            "notification", "id",
            [
                .token("identifier"), .text("type"), .text("subtype", orNull: true),
                .integer("date"), .integer("customerID", orNull: true),
                .integer("entryID", orNull: true), .integer("originalID", orNull: true),
                .integer("nextAttemptDate", orNull: true), .count("revision"),
            ]
        ),
        (
            "notificationAttempt", "id",
            [.integer("notificationID"), .integer("date"), .text("result", orNull: true)]
        ),
        (
            "refundRequest", "id",
            [
                .customer("customerID"), .integer("entryID"),
                .name("decision", RefundRequest.Decision.allCases.map(\.rawValue) + [nil]),
                .count("revision"),
            ]
        ),
        (
            "billingIssue", "id",
            [
                .customer("customerID"), .integer("subscriptionID"),
                .integer("endDate", orNull: true),
            ]
        ),
        (
            "renewalExtension", "id",
            [.customer("customerID"), .integer("subscriptionID"), .text("requestIdentifier")]
        ),
        (
            "massExtension", "id",
            [
                .text("productID"), .text("requestIdentifier"),
                .integer("completionDate", orNull: true),
            ]
        ),
        ("seatGroup", "subscriptionID", [.text("invitation", orNull: true)]),
        (
            "seatMember", "id",
            [.integer("subscriptionID"), .customer("customerID"), .integer("joinDate")]
        ),
        (
            "seatClaim", "id",
            [
                .text("identifier"), .integer("subscriptionID"), .text("requestIdentifier"),
                .integer("customerID", orNull: true), .integer("claimDate"),
                .integer("unclaimDate", orNull: true),
            ]
        ),
        ("preference", "name", [.text("name"), .text("value"), .count("revision")]),
        ("counter", "rowid", [.integer("newestDate")]),
    ]
}

/// The condition in SQL for the values of a column; it is never NULL.
private struct Rule {
    let column: String
    let condition: String
    let expected: String

    private init(_ column: String, _ condition: String, orNull: Bool = false, _ expected: String) {
        self.column = column
        self.condition = orNull ? "\(column) IS NULL OR \(condition)" : condition
        self.expected = expected
    }

    static func integer(_ column: String, orNull: Bool = false) -> Rule {
        Rule(column, "typeof(\(column)) = 'integer'", orNull: orNull, "an integer")
    }

    static func text(_ column: String, orNull: Bool = false) -> Rule {
        Rule(column, "typeof(\(column)) = 'text'", orNull: orNull, "text")
    }

    static func blob(_ column: String) -> Rule {
        Rule(column, "typeof(\(column)) = 'blob'", "a blob")
    }

    static func count(_ column: String) -> Rule {
        Rule(column, "typeof(\(column)) = 'integer' AND \(column) >= 0", "a count")
    }

    static func flag(_ column: String) -> Rule {
        Rule(column, "\(column) IS 0 OR \(column) IS 1", "0 or 1")
    }

    static func token(_ column: String, orNull: Bool = false) -> Rule {
        let condition = "typeof(\(column)) = 'blob' AND length(\(column)) = 16"
        return Rule(column, condition, orNull: orNull, "a blob of 16 bytes")
    }

    static func customer(_ column: String) -> Rule {
        let condition = "typeof(\(column)) = 'integer' AND \(column) IN (SELECT id FROM customer)"
        return Rule(column, condition, "the identifier of a customer")
    }

    /// A column with one of some names; `nil` stands for NULL.
    static func name(_ column: String, _ names: [String?]) -> Rule {
        let values = names.map { name in name.map { "'\($0)'" } ?? "NULL" }
        let condition = values.map { "\(column) IS \($0)" }.joined(separator: " OR ")
        return Rule(column, condition, "one of \(values.joined(separator: ", "))")
    }
}
