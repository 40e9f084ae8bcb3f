import EntitlementModel
import PostgreSQL

/// What remains of the purchases of a person who is erased.
package enum ErasurePolicy: String, Sendable, CaseIterable {
    case nothing
    /// Transactions with product, price and dates, under the original transaction alone.
    case transactions
}

/// The statements that erase what identifies a person, each about one shard.
enum ErasureTables {
    private static let purchase = """
        app = $1::text AND environment = $2::text AND original_id = $3::text
        """
    private static let customer = """
        app = $1::text AND environment = $2::text AND customer = $3::text
        """

    /// Replaces the documents about a purchase by their digests; the rows tell how many.
    ///
    /// Documents contain no backslash, so `escape` keeps their bytes. Citus refuses `convert_to`,
    /// because it depends on the encoding of the database.
    static func documents(of key: PurchaseKey) -> Statement {
        Statement(
            """
            UPDATE entitlements.document SET kind = 'erased',
                content = encode(sha256(decode(content, 'escape')), 'hex')
            WHERE app = $1::text AND environment = $2::text AND shard_key = $3::text
                AND kind <> 'erased'
            """,
            key.values
        )
    }

    /// Notes that only documents that are yet to come count for a purchase.
    static func mark(_ key: PurchaseKey) -> Statement {
        Statement(
            "UPDATE entitlements_state.purchase SET is_erased = true WHERE \(purchase)",
            key.values
        )
    }

    /// Removes the names of persons from the transactions of a purchase.
    static func names(of key: PurchaseKey, _ names: [CustomerID]) -> [Statement] {
        names.compactMap { name in
            switch name {
            case .account(let token):
                Statement(
                    """
                    UPDATE entitlements_state.transaction
                    SET account_signed_at = NULL, account_token = NULL
                    WHERE \(purchase) AND account_token = $4::uuid
                    """,
                    key.values + [.uuid(token)]
                )
            case .appTransaction(let id):
                Statement(
                    """
                    UPDATE entitlements_state.transaction SET app_transaction_id = NULL
                    WHERE \(purchase) AND app_transaction_id = $4::text
                    """,
                    key.values + [.text(id)]
                )
            default: nil
            }
        }
    }

    /// Removes all names from the transactions of a purchase, or the transactions.
    static func transactions(of key: PurchaseKey, _ policy: ErasurePolicy) -> [Statement] {
        let table = "entitlements_state"
        switch policy {
        case .nothing:
            return ["transaction", "renewal"].map {
                Statement("DELETE FROM \(table).\($0) WHERE \(purchase)", key.values)
            }
        case .transactions:
            return [
                Statement(
                    """
                    UPDATE \(table).transaction SET account_signed_at = NULL,
                        account_token = NULL, app_transaction_id = NULL
                    WHERE \(purchase)
                    """,
                    key.values
                )
            ]
        }
    }

    /// Removes the consumption requests about a purchase.
    static func requests(of key: PurchaseKey) -> Statement {
        Statement("DELETE FROM entitlements.consumption_request WHERE \(purchase)", key.values)
    }

    /// Reads whether a known name has nothing: a row if so.
    static func withoutBelongings(_ name: ScopedCustomer) -> Statement {
        let belongings = [
            "entitlements_state.owned_purchase WHERE is_owned",
            "entitlements_state.credit WHERE units > 0",
            "entitlements.member WHERE true",
            "entitlements.statement WHERE kind NOT IN ('link', 'unlink')",
        ]
        let conditions = belongings.map { "AND NOT EXISTS (SELECT FROM \($0) AND \(customer))" }
        return Statement(
            """
            SELECT customer FROM entitlements.customer
            WHERE \(customer) AND root IS NULL \(conditions.joined(separator: " "))
            """,
            name.values
        )
    }

    /// Removes all that is known of a customer; the first two tell how many statements and events.
    static func rows(of name: ScopedCustomer) -> [Statement] {
        let tables = [
            "entitlements.statement", "entitlements.event", "entitlements.delivery",
            "entitlements.dead_letter", "entitlements.member", "entitlements_state.owned_purchase",
            "entitlements_state.credit", "entitlements.customer",
        ]
        return tables.map { Statement("DELETE FROM \($0) WHERE \(customer)", name.values) }
    }
}
