import AppReceipt
import LocalAppStore
import StoreCommands
import StrictJSON

// Subscriptions of all customers.
extension ControlAPI {
    var subscriptionRoutes: [Route] {
        [
            route("GET", "/subscriptions", subscriptions),
            route("GET", "/subscriptions/{id}") { request in
                try ControlQuery(request).end()
                guard let (id, store) = try transaction(of: request),
                    let status = try store.subscriptions.status(of: id)
                else { throw ControlError.unknownSubscription(request) }
                return .control(try details(of: status, in: store))
            },
            action(.renew, "POST", "renew"),
            action(.expire, "POST", "expire"),
            action(.consent, "POST", "consent"),
            action(.setAutoRenew, "PUT", "auto-renew"),
        ]
    }

    private func subscriptions(_ request: Request) throws -> Response {
        var parameters = try ControlQuery(request)
        var query = SubscriptionListQuery()
        query.customerID = try parameters.integer("customerID")
        query.isActive = try parameters.flag("active") ?? false
        query.productID = parameters.text("productID")
        let statuses = CustomerSubscription.Status.allCases
        query.status = try parameters.choice("status", of: statuses) { "\($0)" }
        query.text = parameters.text("search")
        let periodLimit = Int(try parameters.integer("periods", in: 0...100) ?? 100)
        let before = try parameters.integer("before")
        let limit = try parameters.limit()
        try parameters.end()
        let page = try store.subscriptions.list(
            query,
            before: before,
            limit: limit,
            periodLimit: periodLimit
        )
        let rows = try SubscriptionRow.rows(of: page.elements, in: store)
        let last = page.hasMore ? page.elements.last?.status.subscription.id : nil
        return .page("subscriptions", rows.map(\.json), next: last)
    }

    /// A route to an action on a subscription; the response has the subscription.
    private func action(
        _ name: SubscriptionAction.Name,
        _ method: String,
        _ path: String
    ) -> Route {
        route(method, "/subscriptions/{id}/\(path)") { request in
            try ControlQuery(request).end()
            let body = try JSONNode(request, members: name.members)
            let action = try SubscriptionAction(name, body)
            guard let (id, store) = try transaction(of: request),
                try store.subscriptions.status(of: id) != nil
            else { throw ControlError.unknownSubscription(request) }
            try action.run(on: id, in: store)
            guard let changed = try store.subscriptions.status(of: id) else {
                throw ControlError.unknownSubscription(request)
            }
            return .control(try details(of: changed, in: store))
        }
    }
}

// Subscriptions as JSON.
extension ControlAPI {
    /// A subscription with its signed renewal info, which lists leave out.
    func details(of status: SubscriptionPeriodStatus, in store: Store) throws -> JSONValue {
        let info = try store.signedRenewalInfo(of: status.subscription, with: status.entry)
        var members = try SubscriptionRow(status, in: store).members
        members["signedRenewalInfo"] = try .document(info.compactSerialization)
        return .members(members)
    }
}
