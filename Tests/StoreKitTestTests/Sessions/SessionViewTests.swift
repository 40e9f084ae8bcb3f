import AppReceipt
import Foundation
import LocalAppStore
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "What a session shows of its store",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct SessionViewTests {
    let session: SKTestSession

    init() throws {
        session = try .current
    }

    @Test func `a subscription shows its period, its next event and its renewal`() throws {
        let bought = try session.bought(SampleProducts.monthly)
        let subscription = try #require(session.subscriptions.first)
        #expect(session.subscriptions.count == 1)
        #expect(subscription.id == bought.identifier)
        #expect(subscription.transactionIdentifier == bought.identifier)
        #expect(subscription.productIdentifier == SampleProducts.monthly)
        #expect(subscription.renewalProductIdentifier == SampleProducts.monthly)
        #expect(subscription.status == .subscribed)
        #expect(subscription.isEntitled && subscription.isAutoRenewEnabled)
        #expect(subscription.startDate == .opening)
        #expect(subscription.expirationDate == bought.expirationDate)
        #expect(subscription.nextEventDate == bought.expirationDate)
        #expect(subscription.billingIssue == nil && subscription.priceConsent == nil)
        #expect(subscription.expirationReason == nil && subscription.revocationDate == nil)
    }

    @Test func `a failed renewal shows when the grace period and the retries end`() async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        let bought = try session.bought(SampleProducts.monthly)
        try await session.advance(pastRenewals: 1, of: SampleProducts.monthly)
        let end = try #require(bought.expirationDate)
        let issue = try #require(session.subscriptions.first?.billingIssue)
        #expect(session.subscriptions.first?.status == .inGracePeriod)
        #expect(session.subscriptions.first?.isEntitled == true)
        #expect(issue.gracePeriodEnd == end + 16 * 86_400)
        #expect(issue.retryEnd == end + 60 * 86_400)
        await session.advance(to: issue.retryEnd)
        #expect(session.subscriptions.first?.status == .expired)
        #expect(session.subscriptions.first?.expirationReason == .billingError)
        #expect(session.subscriptions.first?.nextEventDate == nil)
    }

    @Test func `consents and refunds are shown`() throws {
        let bought = try session.bought(SampleProducts.monthly)
        try session.requestPriceIncreaseConsentForTransaction(identifier: bought.identifier)
        #expect(session.subscriptions.first?.priceConsent == .pending)
        try session.refundTransaction(identifier: bought.identifier)
        #expect(session.subscriptions.first?.status == .revoked)
        #expect(session.subscriptions.first?.revocationDate == .opening)
        #expect(session.subscriptions.first?.isEntitled == false)
    }

    @Test func `every state and reason of the store has its name in a session`() {
        typealias Shown = SKTestSession.Subscription
        #expect(
            Shown.Status.allCases.map { "\($0)" }
                == CustomerSubscription.Status.allCases.map { "\($0)" }
        )
        #expect(
            Shown.Status.allCases.map(\.rawValue)
                == CustomerSubscription.Status.allCases.map(\.rawValue)
        )
        #expect(
            Shown.ExpirationReason.allCases.map { "\($0) \($0.rawValue)" }
                == CustomerSubscription.ExpirationReason.allCases.map { "\($0) \($0.rawValue)" }
        )
        #expect(
            Shown.PriceConsent.allCases.map(\.rawValue)
                == CustomerSubscription.PriceConsent.allCases.map(\.rawValue)
        )
    }

    @Test func `notifications are recorded from the beginning, of every customer`() async throws {
        let bought = try session.bought(SampleProducts.monthly)
        try await session.advance(pastRenewals: 1, of: SampleProducts.monthly)
        try session.signIn(as: "ben")
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        let notifications = session.notifications
        #expect(
            notifications.map(\.description)
                == ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "ONE_TIME_CHARGE"]
        )
        #expect(notifications.map(\.customer) == ["customer", "customer", "ben"])
        #expect(notifications.first?.transactionIdentifier == bought.identifier)
        #expect(notifications.dropFirst().first?.date == bought.expirationDate)
        #expect(notifications.first?.type == "SUBSCRIBED")
        #expect(notifications.last?.subtype == nil)
        session.resetToDefaultState()
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        #expect(session.notifications.count == 4)
    }

    @Test func `a notification is signed as the App Store sends it`() throws {
        session.receiptBundleIdentifier = "com.example.app"
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        let notification = try #require(session.notifications.first)
        let document = JWS<NotificationPayload>(try session.signedPayload(of: notification))
        let payload = try document.unverifiedPayload()
        #expect(payload.identifier == notification.id)
        #expect(payload.data?.bundleIdentifier == "com.example.app")
        let other = try withStore(contentsOf: SampleProducts.file) { other in
            try other.buyProduct(productIdentifier: SampleProducts.hints)
            return try #require(other.notifications.first)
        }
        let error = #expect(throws: (any Error).self) {
            try session.signedPayload(of: other)
        }
        #expect(error?.localizedDescription.contains(other.id.uuidString) == true)
    }

    @Test func `customers are shown with their families and balances`() async throws {
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        try await session.withCustomer("ben") { ben in
            try ben.joinFamily(organizedBy: session.customerName)
            try ben.setAsksToBuy(true)
            ben.sharesPurchasesWithFamily = false
        }
        let customers = session.customers
        #expect(customers.map(\.name) == ["customer", "ben"])
        #expect(customers.map(\.familyOrganizer) == ["customer", "customer"])
        #expect(customers.map(\.asksToBuy) == [false, true])
        #expect(customers.map(\.sharesPurchases) == [true, false])
        #expect(customers.first?.balance == session.balance)
        #expect(customers.first?.balance.isEmpty == false)
        #expect(customers.last?.balance.isEmpty == true)
    }
}
