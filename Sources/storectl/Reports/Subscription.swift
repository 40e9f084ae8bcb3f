import AppReceipt
import LocalAppStore
import StrictJSON

/// A subscription as it is reported.
struct Subscription {
    let subscription: CustomerSubscription
    /// The name of the customer.
    let customer: String?

    var json: JSONValue {
        .object([
            "autoRenew": .bool(subscription.isAutoRenewEnabled),
            "customer": .text(customer),
            "expirationDate": .date(subscription.expirationDate),
            "expirationReason": .text(subscription.expirationReason.map { "\($0)" }),
            "gracePeriodEnd": .date(subscription.billingIssue?.gracePeriodEnd),
            "group": .string(subscription.groupID),
            "id": .number(subscription.id),
            "nextEventDate": .date(subscription.nextEventDate),
            "priceConsent": .text(subscription.priceConsent?.rawValue),
            "product": .string(subscription.productID),
            "renewalProduct": .string(subscription.renewalProductID),
            "retryEnd": .date(subscription.billingIssue?.retryEnd),
            "revocationDate": .date(subscription.revocationDate),
            "status": .string("\(subscription.status)"),
            "transactionID": .number(subscription.entryID),
        ])
    }

    /// What else there is to know, in a few words.
    fileprivate var note: String {
        let renewal = subscription.renewalProductID
        let notes = [
            subscription.expirationReason.map { "\($0)" },
            subscription.priceConsent.map { "price consent \($0.rawValue)" },
            renewal == subscription.productID ? nil : "renews as \(renewal)",
        ]
        return notes.compactMap { $0 }.joined(separator: ", ")
    }
}

/// Some subscriptions.
struct SubscriptionReport: Report {
    let subscriptions: [Subscription]
    /// Whether they are of several customers.
    var showsCustomers = false

    init(_ subscriptions: [Subscription], showsCustomers: Bool = false) {
        self.subscriptions = subscriptions
        self.showsCustomers = showsCustomers
    }

    /// The subscription that a transaction belongs to.
    init(of id: Int64, in store: Store) throws {
        let customer = try store.customer.name
        let subscription = try store.subscription(of: id)
        self.init(
            [subscription].compactMap { $0 }.map { .init(subscription: $0, customer: customer) }
        )
    }

    var json: JSONValue { .object(["subscriptions": .array(subscriptions.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        table.text(style, ifEmpty: "No subscriptions.") { style.state($0) }
    }

    private var table: TextTable {
        var table = TextTable([
            .number("ID"), .text("CUSTOMER"), .text("PRODUCT"), .text("STATUS"),
            .text("AUTO-RENEW"), .text("EXPIRES"), .text("NEXT EVENT"), .text("NOTE"),
        ])
        for item in subscriptions {
            let subscription = item.subscription
            table.add(
                "\(subscription.id)",
                showsCustomers ? item.customer : nil,
                subscription.productID,
                "\(subscription.status)",
                subscription.isAutoRenewEnabled ? "on" : "off",
                subscription.expirationDate.iso8601Seconds,
                subscription.nextEventDate?.iso8601Seconds,
                item.note
            )
        }
        return table
    }
}
