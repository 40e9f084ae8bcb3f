import EntitlementModel
import PostgreSQL

/// The tables about purchases in a schema: the served one, or that of a rebuild.
///
/// The original transaction identifies all rows of a purchase. Changes hold the lock of the
/// purchase's row, and ``PurchaseHistory`` derives the state.
struct PurchaseTables: Sendable {
    static let live = PurchaseTables(schema: "entitlements_state")
    static let rebuilt = PurchaseTables(schema: "entitlements_rebuild")

    let schema: String
    private let lock: String
    private let transactions: String
    private let renewals: String
    private let transactionReplacement: String
    private let renewalReplacement: String
    private let purchaseUpdate: String
    private let state: String

    private init(schema: String) {
        self.schema = schema
        let purchase = TableColumns<PurchaseState>.purchase
        let columns = "revision, is_erased, \(purchase.otherNames)"
        // Locks a purchase, creates it if necessary, and increments its revision.
        lock = """
            INSERT INTO \(schema).purchase AS known (app, environment, original_id, revision)
            VALUES ($1::text, $2::text, $3::text, 1)
            ON CONFLICT (app, environment, original_id) DO UPDATE SET revision = known.revision + 1
            RETURNING \(columns)
            """
        let transaction = TableColumns<TransactionFact>.transaction
        transactions = """
            SELECT transaction_id, \(transaction.otherNames) FROM \(schema).transaction
            WHERE \(transaction.condition(first: 3))
            """
        transactionReplacement = transaction.replacement(in: "\(schema).transaction")
        let renewal = TableColumns<RenewalFact>.renewal
        renewals = """
            SELECT signed_at, digest, \(renewal.otherNames) FROM \(schema).renewal
            WHERE \(renewal.condition(first: 3))
            """
        renewalReplacement = renewal.replacement(in: "\(schema).renewal")
        let assignments = purchase.others.enumerated()
            .map { "\($0.element.name) = $\($0.offset + 4)::\($0.element.type)" }
        purchaseUpdate = """
            UPDATE \(schema).purchase SET \(assignments.joined(separator: ", "))
            WHERE \(purchase.condition())
            """
        state = """
            SELECT \(columns) FROM \(schema).purchase
            WHERE \(purchase.condition())
            """
    }

    /// Reads the state of a purchase, and its history.
    func read(_ key: PurchaseKey) -> [Statement] {
        [Statement(state, key.values)] + history(of: key)
    }

    /// Locks a purchase, and reads its state and history.
    func open(_ key: PurchaseKey) -> [Statement] {
        [Statement(lock, key.values)] + history(of: key)
    }

    /// Reads the history of a purchase.
    func history(of key: PurchaseKey) -> [Statement] {
        [Statement(transactions, key.values), Statement(renewals, key.values)]
    }

    /// Writes the differences between two histories, and the state.
    func write(
        _ history: PurchaseHistory,
        from former: PurchaseHistory,
        _ state: PurchaseState
    ) -> [Statement] {
        let columns = TableColumns<TransactionFact>.transaction
        let renewal = TableColumns<RenewalFact>.renewal
        return history.transactions.values
            .filter { former.transactions[$0.transactionID] != $0 }
            .map { Statement(transactionReplacement, columns.values(of: $0)) }
            + history.renewals.values
            .filter { former.renewals[$0.watermark] != $0 }
            .map { Statement(renewalReplacement, renewal.values(of: $0)) }
            + [Statement(purchaseUpdate, TableColumns<PurchaseState>.purchase.values(of: state))]
    }
}

/// A purchase with its owners.
struct PurchaseState: Hashable, Sendable {
    let key: PurchaseKey
    /// The customers that own the purchase.
    var owners: [CustomerID]
    /// `nil` before the first transaction.
    var purchase: Purchase?
}

/// A purchase with its state and history, as stored.
struct KnownPurchase: Sendable {
    /// The number of the last lock; it increases with each lock.
    let revision: Int64
    /// Whether names were erased; documents from before the erasure no longer count.
    let isErased: Bool
    let state: PurchaseState
    let history: PurchaseHistory

    var key: PurchaseKey { state.key }

    /// Reads the results of ``PurchaseTables/open(_:)`` or ``PurchaseTables/read(_:)``.
    init(_ key: PurchaseKey, _ results: ArraySlice<SQLResult>) throws(SQLError) {
        guard results.count == 3, var row = results.first?.rows.first else {
            throw .decoding("a purchase has no row")
        }
        revision = try row.next()
        isErased = try row.next()
        let owners = CustomerID.list(try row.nextIfPresent())
        let purchase = try Purchase(key.originalTransactionID, &row)
        state = PurchaseState(key: key, owners: owners, purchase: purchase)
        history = try PurchaseHistory(key, results.dropFirst())
    }
}

extension PurchaseHistory {
    /// Reads the results of ``PurchaseTables/history(of:)``.
    init(_ key: PurchaseKey, _ results: ArraySlice<SQLResult>) throws(SQLError) {
        self.init(key)
        guard let transactions = results.first, let renewals = results.last else { return }
        for var row in transactions.rows { merge(try TransactionFact(key, &row)) }
        for var row in renewals.rows { merge(try RenewalFact(key, &row)) }
    }
}

extension CustomerID {
    /// The identifiers of a column, separated by spaces.
    ///
    /// No identifier of a document contains one.
    static func list(_ text: String?) -> [CustomerID] {
        (text ?? "").split(separator: " ").compactMap { CustomerID(String($0)) }
    }

    /// The text of a column with identifiers.
    static func text(_ list: [CustomerID]) -> String {
        list.map(\.description).joined(separator: " ")
    }
}
