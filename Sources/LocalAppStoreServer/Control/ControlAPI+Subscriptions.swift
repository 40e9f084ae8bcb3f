import AppReceipt
import LocalAppStore
import StoreCommands

// Subscriptions of all customers.
extension ControlAPI {
    var subscriptionRoutes: [Route] {
        [
            route("GET", "/subscriptions", subscriptions),
            route("GET", "/subscriptions/{id}") { request in
                try ControlQuery(request).end()
                guard let (id, store) = try transaction(of: request),
                    let status = try store.subscriptionStatus(of: id)
                else { throw ControlError.unknownSubscription(request) }
                return .control(try details(of: status, in: store))
            },
            command("POST", "renew") { store, subscription, body in
                try body.end()
                try store.forceRenewal(ofProduct: subscription.productID)
            },
            command("POST", "expire") { store, subscription, body in
                try body.end()
                try store.expireSubscription(toProduct: subscription.productID)
            },
            command("POST", "consent", consent),
            command("PUT", "auto-renew") { store, subscription, body in
                try store.setAutoRenew(try body.onlyFlag("isEnabled"), of: subscription.id)
            },
        ]
    }

    private func subscriptions(_ request: Request) throws -> Response {
        var parameters = try ControlQuery(request)
        var query = SubscriptionListQuery()
        query.customerID = try parameters.integer("customer")
        query.isActive = try parameters.flag("active") ?? false
        let periodLimit = Int(try parameters.integer("periods", in: 0...100) ?? 100)
        let before = try parameters.integer("before")
        let limit = try parameters.limit()
        try parameters.end()
        let page = try store.subscriptionList(
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
        _ body: inout ControlBody
    ) throws {
        let answers = ["ask", "agree", "decline"]
        let answer = try body.choice("answer", of: answers) { $0 }
        try body.end()
        switch try body.require("answer", answer, expected: "the answer") {
        case "ask": try store.requestPriceIncreaseConsent(of: subscription.id)
        case "agree": try store.consentToPriceIncrease(of: subscription.id)
        default: try store.declinePriceIncrease(of: subscription.id)
        }
    }

    /// A route that does something to a subscription, and answers with it.
    private func command(
        _ method: String,
        _ name: String,
        _ run: @escaping @Sendable (Store, CustomerSubscription, inout ControlBody) throws -> Void
    ) -> Route {
        route(method, "/subscriptions/{id}/\(name)") { request in
            try ControlQuery(request).end()
            var body = try ControlBody(request)
            guard let (id, store) = try transaction(of: request),
                let status = try store.subscriptionStatus(of: id)
            else { throw ControlError.unknownSubscription(request) }
            try run(store, status.subscription, &body)
            guard let changed = try store.subscriptionStatus(of: id) else {
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
