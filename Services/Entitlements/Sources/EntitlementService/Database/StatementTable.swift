import EntitlementModel
import Foundation
import PostgreSQL

/// The table of the team's statements about customers, and the audit log.
///
/// The statements about a linked name are stored at its root, those about its links at the name.
enum StatementTable {
    private static let selection = """
        SELECT id, name, made_at, actor, content FROM entitlements.statement
        WHERE app = $1::text AND environment = $2::text AND customer = $3::text
        """

    /// Reads the statements of a customer.
    static func all(of customer: ScopedCustomer) -> Statement {
        Statement(selection, customer.values)
    }

    /// Reads the statements about a customer's access.
    static func access(of customer: ScopedCustomer) -> Statement {
        Statement(
            "\(selection) AND kind IN ('grant', 'revokeGrant', 'admitSandbox')",
            customer.values
        )
    }

    /// Reads the statements about the links of a name.
    static func links(of customer: ScopedCustomer) -> Statement {
        Statement("\(selection) AND kind IN ('link', 'unlink')", customer.values)
    }

    // MARK: Spending

    /// Reads the uses of consumables with a key; several only of names that were linked later.
    static func spending(of customer: ScopedCustomer, key: String) -> Statement {
        Statement(
            "\(selection) AND kind = 'spend' AND key = $4::text",
            customer.values + [.text(key)]
        )
    }

    /// Adds up the used units of a customer by product.
    ///
    /// A key counts once for each name, because linked names may have used the same key
    /// independently.
    static func spent(of customer: ScopedCustomer) -> Statement {
        Statement(
            """
            SELECT product_id, least(sum(quantity), 9223372036854775807)::bigint FROM (
                SELECT DISTINCT ON (name, key) product_id, quantity FROM entitlements.statement
                WHERE app = $1::text AND environment = $2::text AND customer = $3::text
                    AND kind = 'spend'
                ORDER BY name, key, made_at, id
            ) AS spending GROUP BY product_id
            """,
            customer.values
        )
    }

    /// Records a statement; a known identifier changes nothing, and returns no row.
    static func insert(
        _ statement: CustomerStatement,
        at customer: ScopedCustomer
    ) throws -> Statement {
        let spending = statement.content.spending
        return Statement(
            """
            INSERT INTO entitlements.statement (app, environment, customer, id, name, made_at,
                actor, kind, content, product_id, quantity, key)
            VALUES ($1::text, $2::text, $3::text, $4::uuid, $5::text, $6::bigint, $7::text,
                $8::text, $9::text, $10::text, $11::bigint, $12::text)
            ON CONFLICT (app, environment, customer, id) DO NOTHING
            RETURNING id
            """,
            customer.values + [
                .uuid(statement.id), .text(statement.customer.description),
                .integer(statement.date), .text(statement.actor),
                .text(statement.content.type.rawValue), .text(try statement.content.json),
                .text(spending?.productID), .integer(spending?.quantity), .text(spending?.key),
            ]
        )
    }

    /// Removes the statements of a name that was moved to another customer; links remain.
    static func remove(_ name: CustomerID, from customer: ScopedCustomer) -> Statement {
        .removal(
            of: name,
            at: customer,
            from: "entitlements.statement",
            where: "kind NOT IN ('link', 'unlink')"
        )
    }
}

extension CustomerStatement.Content {
    fileprivate var spending: (productID: String, quantity: Int64, key: String)? {
        if case .spend(let productID, let quantity, let key) = self {
            (productID, quantity, key)
        } else {
            nil
        }
    }
}

extension CustomerStatement {
    /// Reads the columns of a statement.
    init(_ row: inout SQLRow) throws(SQLError) {
        let id: UUID = try row.next()
        let name = try row.nextCustomer()
        let date: Milliseconds = try row.next()
        let actor: String = try row.next()
        let text: String = try row.next()
        do {
            let content = try Content(json: text)
            self.init(id: id, customer: name, date: date, actor: actor, content: content)
        } catch {
            throw .decoding("the content of statement \(id) is malformed: \(error)")
        }
    }
}
