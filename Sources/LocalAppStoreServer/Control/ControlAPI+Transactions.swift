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
            route("POST", "/transactions/finish", finishAll),
            route("GET", "/transactions/{id}", details),
            action(.approve, "approve"),
            action(.decline, "decline"),
            action(.resolveIssue, "resolve-issue"),
            action(.finish, "finish"),
            action(.refund, "refund"),
            action(.requestRefund, "refund-request"),
            action(.decideRefund, "refund-decision"),
            action(.reverseRefund, "refund-reversal"),
        ]
    }

    private func list(_ request: Request) throws -> Response {
        var parameters = try ControlQuery(request)
        var query = TransactionListQuery()
        query.customerID = try parameters.integer("customerID")
        query.productID = parameters.text("productID")
        let kinds = CatalogProduct.Kind.allCases
        query.kind = try parameters.choice("kind", of: kinds, named: \.rawValue)
        // The choice of a product for the next renewal isn't a transaction.
        let states = LedgerEntry.State.allCases.filter { $0 != .scheduled }
        query.state = try parameters.choice("state", of: states, named: \.rawValue)
        let conditions = TransactionListQuery.Condition.allCases
        query.condition = try parameters.choice("condition", of: conditions, named: \.rawValue)
        query.isFinished = try parameters.flag("finished")
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
        let members = ["productID", "customerID"] + CustomerPurchase.memberNames
        let body = try JSONNode(request, members: members)
        let purchase = try CustomerPurchase(ofProduct: body["productID"].plainText(), body)
        let customerID = try body["customerID"].given?.identifier()
        let entry = try store(of: customerID).buy(purchase)
        return .control(try TransactionRow(entry, in: store).json, .created)
    }

    private func finishAll(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let body = try JSONNode(request, members: ["customerID"])
        let customerID = try body["customerID"].given?.identifier()
        let count = try store.finishAll(ofCustomer: customerID)
        return .control(.object(["count": .number(count)]))
    }

    /// A route to an action on a transaction; the response has it, or a new one.
    private func action(_ name: TransactionAction.Name, _ path: String) -> Route {
        route("POST", "/transactions/{id}/\(path)") { request in
            try ControlQuery(request).end()
            let body = try JSONNode(request, members: name.members)
            let action = try TransactionAction(name, body)
            guard let (id, store) = try transaction(of: request) else {
                throw ControlError.unknownTransaction(request)
            }
            return .control(try TransactionRow(action.run(on: id, in: store), in: store).json)
        }
    }
}
