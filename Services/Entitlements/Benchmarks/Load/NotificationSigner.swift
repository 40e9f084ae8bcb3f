import AppReceipt
import Foundation

/// The event in a notification about a subscription.
struct SubscriptionEvent {
    var type: NotificationPayload.NotificationType
    var subtype: NotificationPayload.Subtype?
    /// The number of the subscriber, which decides all identifiers.
    var subscriber: Int
    /// The number of the period.
    var period = 0
    var date: Date
    var periodStart: Date
    var periodEnd: Date
    var graceEnd: Date?
    var isInBillingRetry = false
    var willAutoRenew = true
    var isRefunded = false
}

/// Signs notifications as the App Store does: three documents each.
struct NotificationSigner {
    static let app = "com.example.benchmark"
    static let product = "com.example.benchmark.magazine.monthly"

    private let issuer: JWSIssuer

    /// Reads the identity from the folder that ``MakeStore`` made.
    init(folder: String) throws {
        let url = URL(fileURLWithPath: folder).appending(path: "store.pem")
        let pem = try String(contentsOf: url, encoding: .utf8)
        issuer = JWSIssuer(identity: try JWSSigningIdentity(pemRepresentation: pem))
    }

    /// The body of a request with the notification.
    func body(_ event: SubscriptionEvent) throws -> String {
        var payload = NotificationPayload()
        payload.type = event.type
        payload.subtype = event.subtype
        payload.identifier = UUID()
        payload.version = "2.0"
        payload.signedDate = event.date
        var data = NotificationPayload.Purchase()
        data.bundleIdentifier = Self.app
        data.appVersion = "1"
        data.environment = .sandbox
        data.status = event.isRefunded ? .revoked : .active
        data.signedTransaction = try issuer.issue(transaction(event))
        data.signedRenewalInfo = try issuer.issue(renewalInfo(event))
        payload.data = data
        return "{\"signedPayload\":\"\(try issuer.issue(payload).compactSerialization)\"}"
    }

    private func transaction(_ event: SubscriptionEvent) -> TransactionPayload {
        var payload = TransactionPayload()
        payload.transactionIdentifier = event.transaction
        payload.originalTransactionIdentifier = event.originalTransaction
        payload.webOrderLineItemIdentifier = event.transaction
        payload.appTransactionIdentifier = event.originalTransaction
        payload.bundleIdentifier = Self.app
        payload.productIdentifier = Self.product
        payload.subscriptionGroupIdentifier = "20000001"
        payload.appAccountToken = event.account
        payload.environment = .sandbox
        payload.signedDate = event.date
        payload.purchaseDate = event.periodStart
        payload.originalPurchaseDate = event.periodStart
        payload.expirationDate = event.periodEnd
        payload.productType = .autoRenewableSubscription
        payload.quantity = 1
        payload.ownershipType = .purchased
        payload.reason = event.period == 0 ? .purchase : .renewal
        payload.priceInMilliunits = 4990
        payload.currency = "USD"
        payload.storefront = "USA"
        payload.storefrontIdentifier = "143441"
        if event.isRefunded {
            payload.revocationDate = event.date
            payload.revocationReason = .other
        }
        return payload
    }

    private func renewalInfo(_ event: SubscriptionEvent) -> RenewalInfoPayload {
        var payload = RenewalInfoPayload()
        payload.originalTransactionIdentifier = event.originalTransaction
        payload.productIdentifier = Self.product
        payload.renewalProductIdentifier = Self.product
        payload.appAccountToken = event.account
        payload.environment = .sandbox
        payload.signedDate = event.date
        payload.recentSubscriptionStartDate = event.periodStart
        payload.renewalDate = event.periodEnd
        payload.gracePeriodExpirationDate = event.graceEnd
        payload.willAutoRenew = event.willAutoRenew
        payload.isInBillingRetryPeriod = event.isInBillingRetry
        payload.renewalPriceInMilliunits = 4990
        payload.currency = "USD"
        return payload
    }
}

// The same identifiers as in `fill.sql` and `look-up.lua`.
extension SubscriptionEvent {
    /// The first transaction, a number of 16 digits as Apple's.
    ///
    /// Neighbours are far apart.
    var originalTransaction: String {
        "\(2_000_000_000_000_000 + Self.scattered(subscriber) * 100_000)"
    }
    var transaction: String {
        "\(2_000_000_000_000_000 + Self.scattered(subscriber) * 100_000 + period)"
    }

    var account: UUID { Self.account(of: subscriber) }

    /// The account of a subscriber; one after the other they are scattered like random ones.
    static func account(of subscriber: Int) -> UUID {
        let text = String(format: "%08x-0000-4000-8000-%012x", scattered(subscriber), subscriber)
        guard let token = UUID(uuidString: text) else { preconditionFailure(text) }
        return token
    }

    private static func scattered(_ subscriber: Int) -> Int {
        subscriber &* 268_435_399 & 0xFFFF_FFFF
    }
}
