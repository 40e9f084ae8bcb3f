import AppReceipt
import ArgumentParser
import LocalAppStore

struct Trigger: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Brings the store to a notification, by events that really lead there.",
        discussion: """
            The customer buys, renews, cancels and so on, and the store's time may advance. What \
            was recorded on the way is printed, the wanted notification last.

            Examples: DID_RENEW, DID_FAIL_TO_RENEW.GRACE_PERIOD, EXPIRED.BILLING_RETRY, REFUND, \
            SUBSCRIBED.RESUBSCRIBE, OFFER_REDEEMED.UPGRADE, RENEWAL_EXTENSION.SUMMARY.
            """
    )

    @Argument(help: "The type, and after a dot the subtype.", completion: .list(Self.examples))
    var notification: NotificationName

    @Option(help: "The product that the customer is to buy.", completion: .products)
    var product: String?

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> NotificationReport {
        let records = try store.trigger(
            notification.type,
            notification.subtype,
            product: product
        )
        return try NotificationReport(records, in: store)
    }

    private static let examples = [
        "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_PREF.DOWNGRADE",
        "DID_CHANGE_RENEWAL_PREF.UPGRADE", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED",
        "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED", "DID_FAIL_TO_RENEW",
        "DID_FAIL_TO_RENEW.GRACE_PERIOD", "DID_RENEW", "DID_RENEW.BILLING_RECOVERY",
        "EXPIRED.BILLING_RETRY", "EXPIRED.PRICE_INCREASE", "EXPIRED.VOLUNTARY",
        "GRACE_PERIOD_EXPIRED", "OFFER_REDEEMED", "OFFER_REDEEMED.DOWNGRADE",
        "OFFER_REDEEMED.UPGRADE", "ONE_TIME_CHARGE", "PRICE_INCREASE.ACCEPTED",
        "PRICE_INCREASE.PENDING", "REFUND", "REFUND_DECLINED", "REFUND_REVERSED",
        "RENEWAL_EXTENDED", "RENEWAL_EXTENSION.FAILURE", "RENEWAL_EXTENSION.SUMMARY", "REVOKE",
        "SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.RESUBSCRIBE", "TEST",
    ]
}

/// A type of notification with its subtype, as in `EXPIRED.VOLUNTARY`.
struct NotificationName: ExpressibleByArgument {
    let type: NotificationPayload.NotificationType
    let subtype: NotificationPayload.Subtype?

    init?(argument: String) {
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        type = .init(rawValue: String(parts[0]))
        subtype = parts.count == 2 ? .init(rawValue: String(parts[1])) : nil
    }
}
