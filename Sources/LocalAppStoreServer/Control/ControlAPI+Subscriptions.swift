import AppReceipt
import LocalAppStore
import StoreCommands
import StrictJSON

// Subscriptions of all customers.
extension ControlAPI {
    var subscriptionRoutes: [Route] {
        [
            route(
                "GET",
                "/subscriptions",
                parameters: ControlQuery.page
                    + ["customerID", "active", "productID", "status", "search", "periods"],
                subscriptions
            ),
            route("GET", "/subscriptions/{id}") { request in
                let (status, store) = try subscription(of: request)
                return try details(of: status, in: store)
            },
            action(.renew, "POST", "renew"),
            action(.expire, "POST", "expire"),
            action(.consent, "POST", "consent"),
            action(.setAutoRenew, "PUT", "auto-renew"),
            action(.setRenewalSeats, "PUT", "renewal-seats"),
        ]
    }

    private func subscriptions(_ request: ControlRequest) throws -> JSONValue {
        var query = SubscriptionListQuery()
        query.customerID = try request.query.integer("customerID")
        query.isActive = try request.query.flag("active") ?? false
        query.productID = request.query.text("productID")
        let statuses = CustomerSubscription.Status.allCases
        query.status = try request.query.choice("status", of: statuses) { "\($0)" }
        query.text = request.query.text("search")
        let page = try store.subscriptions.list(
            query,
            before: request.query.before,
            limit: request.query.limit,
            periodLimit: Int(try request.query.integer("periods", in: 0...100) ?? 100)
        )
        let rows = try SubscriptionRow.rows(of: page.elements, in: store)
        let last = page.hasMore ? page.elements.last?.status.subscription.id : nil
        return .page("subscriptions", rows.map(\.json), next: last)
    }

    /// A route to an action on a subscription; the response contains the subscription.
    private func action(
        _ name: SubscriptionAction.Name,
        _ method: String,
        _ path: String
    ) -> Route {
        route(method, "/subscriptions/{id}/\(path)", body: .members(name.members)) { request in
            let action = try SubscriptionAction(name, request.body)
            let (status, store) = try subscription(of: request)
            try action.run(on: status.subscription.id, in: store)
            return try details(of: try subscription(of: request).status, in: store)
        }
    }

    /// The subscription that a transaction in the path belongs to, and its customer's store.
    func subscription(
        of request: ControlRequest
    ) throws -> (status: SubscriptionPeriodStatus, store: Store) {
        guard let (id, store) = try transaction(of: request),
            let status = try store.subscriptions.status(of: id)
        else { throw ControlError.unknown(.subscription, request) }
        return (status, store)
    }

    /// A subscription with its signed renewal info, which lists leave out.
    func details(of status: SubscriptionPeriodStatus, in store: Store) throws -> JSONValue {
        let info = try store.signedRenewalInfo(of: status.subscription, with: status.entry)
        var members = try SubscriptionRow(status, in: store).members
        members["signedRenewalInfo"] = try .document(info.compactSerialization)
        return .members(members)
    }
}
