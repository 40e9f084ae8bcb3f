import AppReceipt
import LocalAppStore

// Subscriptions of all customers.
extension ControlAPI {
    var subscriptionRoutes: [Route] {
        [
            route("GET", "/subscriptions", subscriptions),
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
                let flag = try body.flag("isEnabled")
                let isEnabled = try body.require("isEnabled", flag, expected: "true or false")
                try body.end()
                try store.setAutoRenew(isEnabled, of: subscription.id)
            },
        ]
    }

    private func subscriptions(_ request: Request) throws -> Response {
        var parameters = try ControlQuery(request)
        let customerID = try parameters.integer("customer")
        try parameters.end()
        let customers = try store.customers()
        let ids = customerID.map { [$0] } ?? customers.map(\.id)
        let subscriptions = try ids.flatMap { id in
            let store = try store(of: id)
            return try store.subscriptionStatuses().map { try control($0, in: store) }
        }
        return .control(.object(["subscriptions": .array(subscriptions)]))
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
            return .control(try control(changed, in: store))
        }
    }
}

// Subscriptions as JSON.
extension ControlAPI {
    func control(_ status: SubscriptionPeriodStatus, in store: Store) throws -> JSONValue {
        let (subscription, entry) = (status.subscription, status.entry)
        let info = try store.signedRenewalInfo(of: subscription, with: entry)
        let timeline = try store.timeline(of: subscription)
        var members = subscription.control
        members["customerID"] = .number(store.customerID)
        members["customer"] = .string(try store.customer.name)
        members["signedRenewalInfo"] = try .document(info.compactSerialization)
        members["timeline"] = .array(timeline.segments.map(\.control))
        return .members(members)
    }
}
