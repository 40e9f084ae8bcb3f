import LocalAppStore
import StoreCommands
import StrictJSON

/// Some subscriptions.
struct SubscriptionReport: Report {
    let subscriptions: Excerpt<SubscriptionRow>
    /// Whether they are of several customers.
    var showsCustomers = false

    init(_ subscriptions: Excerpt<SubscriptionRow>, showsCustomers: Bool = false) {
        self.subscriptions = subscriptions
        self.showsCustomers = showsCustomers
    }

    /// The subscription that a transaction belongs to.
    init(of id: Int64, in store: Store) throws {
        let status = try store.subscriptions.status(of: id)
        let rows = try [status].compactMap { $0 }.map { try SubscriptionRow($0, in: store) }
        self.init(Excerpt(rows))
    }

    var json: JSONValue { .object(["subscriptions": .array(subscriptions.elements.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        table.text(style, ifEmpty: "No subscriptions.") { style.state($0) } + subscriptions.summary
    }

    private var table: TextTable {
        var table = TextTable([
            .number("ID"), .text("CUSTOMER"), .text("PRODUCT"), .text("STATUS"),
            .text("AUTO-RENEW"), .text("EXPIRES"), .text("NEXT EVENT"), .text("NOTE"),
        ])
        for item in subscriptions.elements {
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

extension SubscriptionRow {
    /// Further facts, in a few words.
    fileprivate var note: String {
        let renewal = subscription.renewalProductID
        let notes = [
            status.entry.isFamilyShared ? "family" : nil,
            subscription.expirationReason.map { "\($0)" },
            subscription.priceConsent.map { "price consent \($0.rawValue)" },
            renewal == subscription.productID ? nil : "renews as \(renewal)",
        ]
        return notes.compactMap { $0 }.joined(separator: ", ")
    }
}
