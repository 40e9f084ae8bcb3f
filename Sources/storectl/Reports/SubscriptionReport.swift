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
            .text("AUTO-RENEW") { $0.subscription.renewsNextPeriod ? "on" : "off" },
            .text("EXPIRES", \.subscription.expirationDate.iso8601Seconds),
            .text("NEXT EVENT", \.subscription.nextEventDate?.iso8601Seconds),
            .text("NOTE", \.note),
        ]
    }

    /// Further facts, in a few words.
    private var note: String {
        let notes = [
            status.entry.ownership.note, subscription.commitment?.progress,
            status.seatCount.map(Seats.words),
            status.renewalSeatCount == status.seatCount
                ? nil : status.renewalSeatCount.map { "renews with \(Seats.words($0))" },
            subscription.isWithinCommitment && !subscription.isAutoRenewEnabled
                ? "ends after the commitment" : nil,
            subscription.expirationReason.map { "\($0)" },
            subscription.priceConsent.map { "price consent \($0.rawValue)" },
            renewal,
        ]
        return notes.compactMap { $0 }.joined(separator: ", ")
    }

    /// The product or plan to which it changes.
    private var renewal: String? {
        let hasPlan = subscription.renewalPlan != subscription.billingPlan
        guard hasPlan || subscription.renewalProductID != subscription.productID else { return nil }
        let plan = hasPlan ? " \(subscription.renewalPlan.name)" : ""
        return "renews as \(subscription.renewalProductID)\(plan)"
    }
}

extension Commitment {
    /// The number of the payment, for people.
    var progress: String { "payment \(periodNumber) of \(periodCount)" }
}
