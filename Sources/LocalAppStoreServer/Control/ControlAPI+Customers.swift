import AppReceipt
import LocalAppStore
import StoreCommands
import StrictJSON

// The customers, their families, and the groups they join.
extension ControlAPI {
    var customerRoutes: [Route] {
        [
            route(
                "GET",
                "/customers",
                parameters: ControlQuery.page + ["search", "balances", "familyOrganizerID"],
                customers
            ),
            route("POST", "/customers", body: .members(["name"]), status: .created) { request in
                let name = try request.body["name"].plainText()
                return try CustomerRow(try store.customers.add(named: name), in: store).json
            },
            route("GET", "/customers/{id}") { request in
                try CustomerRow(try customerStore(of: request).customer, in: store).json
            },
            route("GET", "/customers/{id}/entitlements", entitlements),
            route("GET", "/customers/{id}/receipt", receipt),
            action(.joinFamily, "PUT", "family"),
            action(.leaveFamily, "DELETE", "family"),
            action(.setAsksToBuy, "PUT", "asks-to-buy"),
            action(.setSharesPurchases, "PUT", "shares-purchases"),
            action(.acceptInvitation, "POST", "accept-invitation"),
            action(.leaveGroup, "POST", "leave-group"),
        ]
    }

    private func customers(_ request: ControlRequest) throws -> JSONValue {
        let hasBalances = try request.query.flag("balances") ?? true
        let page = try store.customers.list(
            named: request.query.text("search"),
            inFamilyOf: request.query.integer("familyOrganizerID"),
            before: request.query.before,
            limit: request.query.limit,
            hasBalances: hasBalances
        )
        let rows = try CustomerRow.rows(of: page.customers, hasBalances: hasBalances, in: store)
        let last = page.hasMore ? page.customers.last?.customer.id : nil
        return .page("customers", rows.map(\.json), next: last)
    }

    /// The transactions that entitle a customer, as `Transaction.currentEntitlements` lists them.
    private func entitlements(_ request: ControlRequest) throws -> JSONValue {
        let store = try customerStore(of: request)
        let entries = try store.transactions(.entitlements)?.entries ?? []
        let rows = try TransactionRow.rows(of: entries, in: store)
        return .object(["transactions": .array(rows.map(\.json))])
    }

    /// The receipt of a customer, which contains all purchases; lists leave it out.
    private func receipt(_ request: ControlRequest) throws -> JSONValue {
        let store = try customerStore(of: request)
        guard let receipt = try store.receipt() else {
            let message = "The customer has no receipt before the first purchase."
            throw ControlError(.notFound, "noReceipt", message)
        }
        let content = try receipt.unverifiedContent().responseObject(requestDate: store.clock.now)
        return .object([
            "base64": .string(receipt.base64Encoded),
            "content": .object(try JSONParser.object(in: Array(content.json()))),
        ])
    }

    /// A route to an action of a customer; the response contains the customer.
    private func action(_ name: CustomerAction.Name, _ method: String, _ path: String) -> Route {
        route(method, "/customers/{id}/\(path)", body: .members(name.members)) { request in
            let action = try CustomerAction(name, request.body)
            let store = try customerStore(of: request)
            try action.run(in: store)
            return try CustomerRow(try store.customer, in: self.store).json
        }
    }

    private func customerStore(of request: ControlRequest) throws -> Store {
        guard let id = request.id else { throw ControlError.unknown(.customer, request) }
        return try store(of: id)
    }
}
