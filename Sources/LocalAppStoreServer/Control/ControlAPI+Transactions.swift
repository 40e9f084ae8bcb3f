import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// Transactions of all customers.
extension ControlAPI {
    var transactionRoutes: [Route] {
        [
            route("GET", "/transactions", list),
            route("POST", "/transactions", buy),
            route("GET", "/transactions/{id}", details),
            command("approve") { store, id, _ in try store.approve(id) },
            command("decline") { store, id, _ in try store.decline(id) },
            command("retry") { store, id, _ in try store.resolveIssue(id) },
            command("finish") { store, id, _ in
                let entry = try store.entry(id)
                try store.finish([id])
                return try store.entry(id) ?? entry
            },
        ]
    }

    private func list(_ request: Request) throws -> Response {
        var parameters = try ControlQuery(request)
        var query = TransactionListQuery()
        query.customerID = try parameters.integer("customerID")
        query.productID = parameters.text("productID")
        let kinds = CatalogProduct.Kind.allCases
        query.kind = try parameters.choice("kind", of: kinds, named: \.rawValue)
        // The choice of a product for the next renewal is no transaction.
        let states = LedgerEntry.State.allCases.filter { $0 != .scheduled }
        query.state = try parameters.choice("state", of: states, named: \.rawValue)
        let conditions = TransactionListQuery.Condition.allCases
        query.condition = try parameters.choice("condition", of: conditions, named: \.rawValue)
        query.text = parameters.text("search")
        let before = try parameters.integer("before")
        let limit = try parameters.limit()
        try parameters.end()
        let page = try store.transactionList(query, before: before, limit: limit)
        let rows = try TransactionRow.rows(of: page.entries, in: store)
        let last = page.hasMore ? page.entries.last?.id : nil
        return .page("transactions", rows.map(\.json), next: last)
    }

    private func details(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        guard let (id, store) = try transaction(of: request), let entry = try store.entry(id) else {
            throw ControlError.unknownTransaction(request)
        }
        let subscription = try store.subscriptions.status(of: entry.originalID)
        let row = try TransactionRow(entry, in: store)
        let requests = try store.refunds.requests(about: id)
        return .control(
            .members([
                "transaction": row.json,
                "signedTransaction": try document(of: entry, in: store),
                "subscription": try subscription.map { try details(of: $0, in: store) },
                "refundRequests": .array(
                    try requests.map { try RefundRequestRow($0, about: row).json }
                ),
            ])
        )
    }

    /// Payments that failed or wait have no document.
    private func document(of entry: LedgerEntry, in store: Store) throws -> JSONValue? {
        guard entry.state == .purchased else { return nil }
        return try .document(try store.signedTransaction(of: entry).compactSerialization)
    }

    private func buy(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let body = try JSONNode(
            request,
            members: ["productID", "quantity", "appAccountToken", "offer", "customerID"]
        )
        var purchase = CustomerPurchase(productID: try body["productID"].plainText())
        purchase.quantity = try body["quantity"].given?.integer(in: 1...10) ?? 1
        purchase.applicationUsername =
            try body["appAccountToken"].given?.uuid().uuidString.lowercased()
        purchase.offer = try body["offer"].given.map(offer)
        let customerID = try body["customerID"].given?.identifier()
        let entry = try store(of: customerID).buy(purchase)
        return .control(try TransactionRow(entry, in: store).json, .created)
    }

    private func offer(_ node: JSONNode) throws(JSONMismatch) -> CustomerPurchase.Offer {
        let offer = try node.object(of: "kind", "id")
        let id = try offer["id"].plainText()
        switch try offer["kind"].choice(of: ["promotional", "code", "winBack"], named: \.self) {
        case "promotional": return .promotional(id: id)
        case "code": return .code(referenceName: id)
        default: return .winBack(id: id)
        }
    }

    /// A route that does something to a transaction, and answers with it or a new one.
    func command(
        _ name: String,
        members: [String] = [],
        _ run: @escaping @Sendable (Store, LedgerEntry.ID, JSONNode) throws -> LedgerEntry?
    ) -> Route {
        route("POST", "/transactions/{id}/\(name)") { request in
            try ControlQuery(request).end()
            let body = try JSONNode(request, members: members)
            guard let (id, store) = try transaction(of: request),
                let entry = try run(store, id, body)
            else { throw ControlError.unknownTransaction(request) }
            return .control(try TransactionRow(entry, in: store).json)
        }
    }
}
