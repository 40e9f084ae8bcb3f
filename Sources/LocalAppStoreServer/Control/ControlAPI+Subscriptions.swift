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
            command("POST", "renew") { store, subscription, _ in
                try store.subscriptions.forceRenewal(ofProduct: subscription.productID)
            },
            command("POST", "expire") { store, subscription, _ in
                try store.subscriptions.forceExpiry(ofProduct: subscription.productID)
            },
            command("POST", "consent", members: ["answer"], consent),
            command("PUT", "auto-renew", members: ["isEnabled"]) { store, subscription, body in
                try store.subscriptions.setAutoRenew(
                    try body["isEnabled"].flag(),
                    of: subscription.id
                )
            },
        ]
    }

    private func subscriptions(_ request: Request) throws -> Response {
        var parameters = try ControlQuery(request)
        var query = SubscriptionListQuery()
        query.customerID = try parameters.integer("customerID")
        query.isActive = try parameters.flag("active") ?? false
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

    private func consent(
        _ store: Store,
        _ subscription: CustomerSubscription,
        _ body: JSONNode
    ) throws {
        switch try body["answer"].choice(of: ["ask", "agree", "decline"], named: \.self) {
        case "ask": try store.subscriptions.requestPriceIncreaseConsent(of: subscription.id)
        case "agree": try store.subscriptions.consentToPriceIncrease(of: subscription.id)
        default: try store.subscriptions.declinePriceIncrease(of: subscription.id)
        }
    }

    /// A route that does something to a subscription, and answers with it.
    private func command(
        _ method: String,
        _ name: String,
        members: [String] = [],
        _ run: @escaping @Sendable (Store, CustomerSubscription, JSONNode) throws -> Void
    ) -> Route {
        route(method, "/subscriptions/{id}/\(name)") { request in
            try ControlQuery(request).end()
            let body = try JSONNode(request, members: members)
            guard let (id, store) = try transaction(of: request),
                let status = try store.subscriptions.status(of: id)
            else { throw ControlError.unknownSubscription(request) }
            try run(store, status.subscription, body)
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
