import AppReceipt
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

// The customers, and their families.
extension ControlAPI {
    var customerRoutes: [Route] {
        [
            route("GET", "/customers", customers),
            route("POST", "/customers", addCustomer),
            route("GET", "/customers/{id}") { request in
                try ControlQuery(request).end()
                return .control(try customer(try customerStore(of: request).customer))
            },
            route("GET", "/customers/{id}/entitlements", entitlements),
            route("GET", "/customers/{id}/receipt", receipt),
            action(.joinFamily, "PUT", "family"),
            action(.leaveFamily, "DELETE", "family"),
            action(.setAsksToBuy, "PUT", "asks-to-buy"),
            action(.setSharesPurchases, "PUT", "shares-purchases"),
        ]
    }

    private func customers(_ request: Request) throws -> Response {
        var parameters = try ControlQuery(request)
        let text = parameters.text("search")
        let hasBalances = try parameters.flag("balances") ?? true
        let organizerID = try parameters.integer("familyOrganizerID")
        let before = try parameters.integer("before")
        let limit = try parameters.limit()
        try parameters.end()
        let page = try store.customers.list(
            named: text,
            inFamilyOf: organizerID,
            before: before,
            limit: limit,
            hasBalances: hasBalances
        )
        let rows = try CustomerRow.rows(of: page.customers, hasBalances: hasBalances, in: store)
        let last = page.hasMore ? page.customers.last?.customer.id : nil
        return .page("customers", rows.map(\.json), next: last)
    }

    /// The transactions that entitle a customer, as `Transaction.currentEntitlements` lists them.
    private func entitlements(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let store = try customerStore(of: request)
        let entries = try store.transactions(.entitlements)?.entries ?? []
        let rows = try TransactionRow.rows(of: entries, in: store)
        return .control(.object(["transactions": .array(rows.map(\.json))]))
    }

    /// The receipt of a customer; it has all purchases, so that no list contains it.
    private func receipt(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let store = try customerStore(of: request)
        guard let receipt = try store.receipt() else {
            let message = "The customer has no receipt before the first purchase."
            throw ControlError(.notFound, "noReceipt", message)
        }
        let content = try receipt.unverifiedContent().responseObject(requestDate: store.clock.now)
        return .control(
            .object([
                "base64": .string(receipt.base64Encoded),
                "content": .object(try JSONParser.object(in: Array(content.json()))),
            ])
        )
    }

    private func addCustomer(_ request: Request) throws -> Response {
        try ControlQuery(request).end()
        let name = try JSONNode(request, members: ["name"])["name"].plainText()
        return .control(try customer(try store.customers.add(named: name)), .created)
    }

    private func customer(_ customer: Customer) throws -> JSONValue {
        try CustomerRow(customer, in: store).json
    }

    /// A route to an action of a customer; the response has the customer.
    private func action(_ name: CustomerAction.Name, _ method: String, _ path: String) -> Route {
        route(method, "/customers/{id}/\(path)") { request in
            try ControlQuery(request).end()
            let body = try JSONNode(request, members: name.members)
            let action = try CustomerAction(name, body)
            let store = try customerStore(of: request)
            try action.run(in: store)
            return .control(try customer(try store.customer))
        }
    }

    /// The store of the customer whose number is in the path of a request.
    private func customerStore(of request: Request) throws -> Store {
        guard let id = request.parameters["id"].flatMap({ Int64($0) }) else {
            throw ControlError.unknownCustomer(request)
        }
        return try store(of: id)
    }
}
