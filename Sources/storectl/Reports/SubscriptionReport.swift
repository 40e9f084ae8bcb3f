import LocalAppStore
import StoreCommands

extension SubscriptionRow: StoreRow {
    static let listName = "subscriptions"
    static let emptyList = "No subscriptions."

    static func kind(of element: SubscriptionListPage.Element) -> String? {
        "\(element.status.subscription.status)"
    }

    static func columns(showsCustomers: Bool) -> [Column<SubscriptionRow>] {
        [
            .number("ID") { "\($0.subscription.id)" },
            .text("CUSTOMER") { showsCustomers ? $0.customer : nil },
            .text("PRODUCT", \.subscription.productID),
            .state("STATUS") { "\($0.subscription.status)" },
            .text("AUTO-RENEW") { $0.subscription.isAutoRenewEnabled ? "on" : "off" },
            .text("EXPIRES", \.subscription.expirationDate.iso8601Seconds),
            .text("NEXT EVENT", \.subscription.nextEventDate?.iso8601Seconds),
            .text("NOTE", \.note),
        ]
    }

    /// Further facts, in a few words.
    private var note: String {
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
