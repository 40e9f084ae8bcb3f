import AppReceipt
import LocalAppStore
import StoreCommands
import StrictJSON

// Transactions of all customers.
extension ControlAPI {
    var transactionRoutes: [Route] {
        [
            route(
                "GET",
                "/transactions",
                parameters: ControlQuery.page + [
                    "customerID", "productID", "kind", "state", "condition", "finished", "search",
                ],
                transactions
            ),
            route(
                "POST",
                "/transactions",
                body: .members(["productID", "customerID"] + CustomerPurchase.memberNames),
                status: .created,
                buy
            ),
            route("POST", "/transactions/finish", body: .members(["customerID"])) { request in
                let customerID = try request.body["customerID"].given?.identifier()
                return .object(["count": .number(try store.finishAll(ofCustomer: customerID))])
            },
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

    private func transactions(_ request: ControlRequest) throws -> JSONValue {
        var query = TransactionListQuery()
        query.customerID = try request.query.integer("customerID")
        query.productID = request.query.text("productID")
        let kinds = CatalogProduct.Kind.allCases
        query.kind = try request.query.choice("kind", of: kinds, named: \.rawValue)
        // The choice of a product for the next renewal isn't a transaction.
        let states = LedgerEntry.State.allCases.filter { $0 != .scheduled }
        query.state = try request.query.choice("state", of: states, named: \.rawValue)
        let conditions = TransactionListQuery.Condition.allCases
        query.condition = try request.query.choice("condition", of: conditions, named: \.rawValue)
        query.isFinished = try request.query.flag("finished")
        query.text = request.query.text("search")
        let page = try store.transactionList(
            query,
            before: request.query.before,
            limit: request.query.limit
        )
        let rows = try TransactionRow.rows(of: page.entries, in: store)
        let last = page.hasMore ? page.entries.last?.id : nil
        return .page("transactions", rows.map(\.json), next: last)
    }

    private func details(_ request: ControlRequest) throws -> JSONValue {
        let (entry, store) = try entry(of: request)
        let subscription = try store.subscriptions.status(of: entry.originalID)
        let row = try TransactionRow(entry, in: store)
        let requests = try store.refunds.requests(about: entry.id)
        return .members([
            "transaction": row.json,
            // Payments that failed or wait have no document.
            "signedTransaction": entry.state == .purchased
                ? try .document(try store.signedTransaction(of: entry).compactSerialization) : nil,
            "subscription": try subscription.map { try details(of: $0, in: store) },
            "refundRequests": .array(
                try requests.map { try RefundRequestRow($0, about: row).json }
            ),
        ])
    }

    private func buy(_ request: ControlRequest) throws -> JSONValue {
        let body = request.body
        let purchase = try CustomerPurchase(ofProduct: body["productID"].plainText(), body)
        let customerID = try body["customerID"].given?.identifier()
        return try TransactionRow(try store(of: customerID).buy(purchase), in: store).json
    }

    /// A route to an action on a transaction; the response contains it, or a new one.
    private func action(_ name: TransactionAction.Name, _ path: String) -> Route {
        route("POST", "/transactions/{id}/\(path)", body: .members(name.members)) { request in
            let action = try TransactionAction(name, request.body)
            guard let (id, store) = try transaction(of: request) else {
                throw ControlError.unknown(.transaction, request)
            }
            return try TransactionRow(action.run(on: id, in: store), in: store).json
        }
    }

    /// The transaction in the path of a request, and its customer's store.
    func entry(of request: ControlRequest) throws -> (entry: LedgerEntry, store: Store) {
        guard let (id, store) = try transaction(of: request), let entry = try store.entry(id) else {
            throw ControlError.unknown(.transaction, request)
        }
        return (entry, store)
    }
}
