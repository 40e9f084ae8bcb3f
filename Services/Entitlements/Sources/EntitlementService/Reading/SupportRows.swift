import EntitlementModel
import Foundation
import PostgreSQL

/// The rows of a customer's own shard.
struct OwnRows: Sendable {
    let customer: ScopedCustomer
    let members: [CustomerID]
    let statements: CustomerStatements
    let balances: [CustomerBalances.Balance]
    let events: [SupportView.Event]
    /// The purchases of products other than consumables, the newest first.
    private let owned: [PurchaseKey]
    /// The purchases of consumables, the newest first, including those it no longer owns.
    private let credited: [PurchaseKey]

    init(
        _ root: ScopedCustomer,
        _ results: [SQLResult],
        deliversEvents: Bool
    ) throws {
        customer = root
        members = try results[0].map { row throws(SQLError) in try row.nextCustomer() }
        statements = try CustomerStatements(results[1])
        balances = try CustomerBalances(credits: results[4], spent: results[8]).all
        let purchases = try results[2]
            .map { row throws(SQLError) in try OwnedPurchase(root, &row) }
            .compactMap { $0 }
            .filter(\.isOwned)
        var seen: Set<PurchaseKey> = []
        owned = purchases.sorted { $0.purchase.purchaseDate > $1.purchase.purchaseDate }
            .map(\.key)
            .filter { seen.insert($0).inserted }
        credited = try results[3].map { row throws(SQLError) in
            PurchaseKey(scope: root.scope, originalTransactionID: try row.next())
        }
        let pending: [Int64] = try results[6].column()
        let dead: [Int64] = try results[7].column()
        events = try results[5].map { row throws(SQLError) in
            let sequence: Int64 = try row.next()
            let date: Milliseconds = try row.next()
            let isPending = pending.contains { $0 <= sequence }
            let delivery: SupportView.DeliveryState =
                dead.contains(sequence) ? .dead : isPending ? .pending : .delivered
            return SupportView.Event(
                sequence: sequence,
                date: date,
                id: try row.next(),
                type: try row.next(),
                cause: try? row.nextEntry(),
                delivery: deliversEvents ? delivery : nil
            )
        }
    }

    /// The newest purchases, up to a number of consumables and of others.
    func newestPurchases(_ limit: Int) -> [PurchaseKey] {
        Array(owned.prefix(limit)) + credited.prefix(limit)
    }

    /// Whether ``newestPurchases(_:)`` with this limit returns all purchases.
    func hasAtMost(_ limit: Int) -> Bool { owned.count <= limit && credited.count <= limit }
}

/// A purchase with the rows of its shard.
struct FoundPurchase: Sendable {
    let history: PurchaseHistory
    let owners: [CustomerID]
    let documents: [SupportView.Document]
    private let questions: [TimelineEntry]

    /// Reads the results of ``PurchaseTables/read(_:)``, the documents, and the requests.
    init(_ key: PurchaseKey, _ results: ArraySlice<SQLResult>) throws {
        let known = try KnownPurchase(key, results.prefix(3))
        history = known.history
        owners = known.state.owners
        documents = try results[results.startIndex + 3].map(SupportView.Document.decode)
        questions = try results[results.startIndex + 4].map(ConsumptionRequest.decode).map(\.entry)
    }

    /// The timeline entries for some of the current and former owners.
    func entries(
        of names: Set<CustomerID>,
        _ policy: TransferPolicy,
        at now: Milliseconds
    ) -> [TimelineEntry] {
        let ownership = Ownership(history, policy)
        return (history.timeline(at: now, policy) + questions).flatMap { entry in
            names.compactMap { ownership.entry(entry, for: $0) }
        }
    }

    /// Whether a limit cuts the documents or the transactions.
    func isCut(by limit: Int) -> Bool {
        documents.count > limit || history.transactions.count > limit
    }
}

extension SupportView.Document {
    /// Reads a row of ``DocumentLog/newest(of:limit:)``.
    static func decode(_ row: inout SQLRow) throws(SQLError) -> Self {
        Self(
            id: try row.next(),
            kind: try row.next(),
            type: try row.nextIfPresent(),
            subtype: try row.nextIfPresent(),
            signingDate: try row.next(),
            arrival: try row.next()
        )
    }
}
