import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Signed renewal infos of the ledger")
struct SignedRenewalInfoTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.make(.offers(), clock: clock)
    }

    @Test("A subscription says what it renews to, when, and for how much")
    func active() throws {
        try store.pay("monthly", user: "5b1e4d7c-31ac-4c0c-92b5-2a6c2d3a5f11")
        clock.advance(by: .days(7))
        let info = try renewalInfo()
        #expect(info.originalTransactionIdentifier == "1")
        #expect(info.productIdentifier == "monthly")
        #expect(info.renewalProductIdentifier == "monthly")
        #expect(info.willAutoRenew == true)
        #expect(info.renewalDate == (try store.subscriptions.all()[0].expirationDate))
        #expect(info.recentSubscriptionStartDate == .start)
        #expect(info.renewalPriceInMilliunits == 4990)
        #expect(info.currency == "USD")
        #expect(info.environment == .sandbox)
        #expect(info.appAccountToken == UUID(uuidString: "5b1e4d7c-31ac-4c0c-92b5-2a6c2d3a5f11"))
        #expect(info.isInBillingRetryPeriod == nil)
        #expect(info.expirationReason == nil)
        #expect(info.priceIncreaseStatus == nil)
    }

    @Test("A failed renewal, its grace period and its end are told")
    func billing() throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        try store.pay("yearly")
        let end = try store.subscriptions.all()[0].expirationDate
        clock.advance(to: end)
        let grace = try renewalInfo()
        #expect(grace.isInBillingRetryPeriod == true)
        #expect(grace.gracePeriodExpirationDate == end + .days(16))
        #expect(grace.expirationReason == .billingError)
        clock.advance(by: .days(61))
        let expired = try renewalInfo()
        #expect(expired.isInBillingRetryPeriod == false)
        #expect(expired.gracePeriodExpirationDate == nil)
        #expect(expired.expirationReason == .billingError)
        #expect(expired.willAutoRenew == false)
        #expect(expired.renewalPriceInMilliunits == nil)
    }

    @Test("A price increase waits, and is agreed to")
    func consent() throws {
        let entry = try store.pay("yearly")
        try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
        #expect(try renewalInfo().priceIncreaseStatus == .pending)
        try store.subscriptions.consentToPriceIncrease(of: entry.id)
        #expect(try renewalInfo().priceIncreaseStatus == .agreed)
    }

    @Test("A price increase that was declined is none any more")
    func declined() throws {
        let entry = try store.pay("yearly")
        try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
        try store.subscriptions.declinePriceIncrease(of: entry.id)
        #expect(try renewalInfo().priceIncreaseStatus == nil)
        #expect(try renewalInfo().willAutoRenew == false)
    }

    @Test("A gap of less than 60 days does not begin the service anew, a longer one does")
    func recentStart() throws {
        try store.pay("yearly")
        try store.subscriptions.forceExpiry(ofProduct: "yearly")
        clock.advance(by: .days(59))
        try store.pay("yearly")
        #expect(try renewalInfo().recentSubscriptionStartDate == .start)
        try store.subscriptions.forceExpiry(ofProduct: "yearly")
        clock.advance(by: .days(60))
        try store.pay("yearly")
        #expect(try renewalInfo().recentSubscriptionStartDate == .start + .days(119))
    }

    @Test("A member of the family has the purchaser's renewal under numbers of their own")
    func family() throws {
        let store = try Store.make(.family, clock: clock)
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        try store.pay("monthly")
        let status = try #require(try ben.subscriptions.statuses().first)
        #expect(status.entry == (try ben.entries()[0]))
        let info = try ben.signedRenewalInfo(of: status.subscription, with: status.entry)
            .unverifiedPayload()
        #expect(info.originalTransactionIdentifier == "2")
        #expect(info.willAutoRenew == true)
    }

    private func renewalInfo() throws -> RenewalInfoPayload {
        let status = try #require(try store.subscriptions.statuses().first)
        let verifier = JWSVerifier(
            trustedRoots: try TrustedRoots([store.signedTransactionRootCertificate]),
            policy: JWSPolicy(bundleIdentifier: "any", environments: [.sandbox])
        )
        return try verifier.verify(
            store.signedRenewalInfo(of: status.subscription, with: status.entry),
            originalTransactionIdentifier: .equals("1"),
            productIdentifier: .unchecked,
            appAccountToken: .unchecked
        )
        .payload
    }
}
