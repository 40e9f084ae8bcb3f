import EntitlementModel
import PostgreSQL

/// A customer's copy of a purchase, stored in the customer's shard.
struct OwnedPurchase: Hashable, CustomerPurchaseRow {
    /// The root of the name.
    var customer: ScopedCustomer
    let originalTransactionID: String
    /// The name of the owner: the customer's own, or one linked to it.
    let name: CustomerID
    /// The revision of the purchase; a greater one replaces the row.
    var revision: Int64
    /// Whether the name still owns the purchase; the row of a former owner remains.
    var isOwned: Bool
    var purchase: Purchase
    /// The last timeline entry for this owner.
    var last: TimelineEntry?
    /// The date up to which events have reported the timeline.
    var settlementDate: Milliseconds

    var key: PurchaseKey {
        PurchaseKey(scope: customer.scope, originalTransactionID: originalTransactionID)
    }
}

/// The table of the purchases of customers.
enum OwnedPurchaseTable {
    private static let columns = TableColumns<OwnedPurchase>.owned
    private static let selection = """
        SELECT original_id, name, \(columns.otherNames) FROM entitlements_state.owned_purchase
        WHERE \(columns.condition(first: 3))
        """
    private static let replacement = columns.replacement(
        in: "entitlements_state.owned_purchase",
        where: "known.revision <= excluded.revision"
    )

    /// Reads the purchases of a customer, including those it no longer owns.
    static func all(of customer: ScopedCustomer) -> Statement {
        Statement(selection, customer.values)
    }

    /// Writes a row, unless the stored one has a later revision.
    static func write(_ purchase: OwnedPurchase) -> Statement {
        Statement(replacement, columns.values(of: purchase))
    }

    /// Removes a row.
    static func remove(_ purchase: OwnedPurchase) -> Statement {
        .removal(
            of: purchase.key,
            purchase.name,
            at: purchase.customer,
            from: "entitlements_state.owned_purchase"
        )
    }

    /// Removes the purchases of a name that was moved to another customer.
    static func remove(_ name: CustomerID, from customer: ScopedCustomer) -> Statement {
        .removal(of: name, at: customer, from: "entitlements_state.owned_purchase")
    }
}

extension TableColumns where Row == OwnedPurchase {
    static let owned = TableColumns(
        key: purchaseKey,
        others: [
            Column("revision", "bigint") { .integer($0.revision) },
            Column("is_owned", "boolean") { .flag($0.isOwned) },
            Column("last_entry", "text") { .text($0.last?.text) },
            Column("settled_at", "bigint") { .integer($0.settlementDate) },
        ] + TableColumns.decided(\.purchase)
    )
}

extension OwnedPurchase {
    /// Reads the original transaction, the name and the columns of ``TableColumns/owned``.
    init?(_ customer: ScopedCustomer, _ row: inout SQLRow) throws(SQLError) {
        let original: String = try row.next()
        let name = try row.nextCustomer()
        let revision: Int64 = try row.next()
        let isOwned: Bool = try row.next()
        let last = try row.nextEntry()
        let settlementDate: Milliseconds = try row.next()
        guard let purchase = try Purchase(original, &row) else { return nil }
        self.init(
            customer: customer,
            originalTransactionID: original,
            name: name,
            revision: revision,
            isOwned: isOwned,
            purchase: purchase,
            last: last,
            settlementDate: settlementDate
        )
    }
}

extension SQLRow {
    /// Reads an entry of a timeline.
    mutating func nextEntry() throws(SQLError) -> TimelineEntry? {
        guard let text: String = try nextIfPresent() else { return nil }
        do {
            return try TimelineEntry(json: text)
        } catch {
            throw .decoding("an entry of a timeline is malformed: \(error)")
        }
    }
}

extension TimelineEntry {
    /// The entry as JSON; all its values can be encoded.
    var text: String? { try? json }
}
