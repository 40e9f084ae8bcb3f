import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Billing of subscriptions")
struct BillingTests {
    let store: Store

    init() throws {
        store = try .make(.subscriptions)
        try store.pay("monthly")
    }

    private var subscription: CustomerSubscription {
        get throws { try #require(try store.subscriptions.all().first) }
    }

    private func failRenewals(withGracePeriod: Bool = false) throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = withGracePeriod
        }
    }

    @Test("Without auto-renew a subscription ends with its period")
    func cancelling() throws {
        try store.subscriptions.setAutoRenew(false, of: 1)
        #expect(try subscription.status == .subscribed)
        store.clock.advance(to: "2024-04-01T12:00:00Z")
        #expect(try subscription.status == .expired)
        #expect(try subscription.expirationReason == .customerCancelled)
        #expect(try store.entries().count == 1)
    }

    @Test("Auto-renew can be turned on again until the end")
    func turningOn() throws {
        try store.subscriptions.setAutoRenew(false, of: 1)
        try store.subscriptions.setAutoRenew(true, of: 1)
        store.clock.advance(to: "2024-04-01T12:00:00Z")
        #expect(try store.entries().count == 2)
        try store.subscriptions.setAutoRenew(false, of: 2)
        store.clock.advance(to: "2024-05-01T12:00:00Z")
        #expect(throws: StoreError.self) { try store.subscriptions.setAutoRenew(true, of: 1) }
    }

    @Test("A failed renewal enters billing retry, which ends after 60 days")
    func billingRetry() throws {
        try failRenewals()
        store.clock.advance(to: "2024-04-01T12:00:00Z")
        #expect(try subscription.status == .inBillingRetryPeriod)
        #expect(try !subscription.isEntitled(at: store.clock.now))
        #expect(try subscription.billingIssue?.retryEnd == "2024-05-31T12:00:00Z")
        store.clock.advance(to: "2024-05-31T12:00:00Z")
        #expect(try subscription.status == .expired)
        #expect(try subscription.expirationReason == .billingError)
        #expect(try store.entries().count == 1)
    }

    @Test("During a grace period the customer stays entitled")
    func gracePeriod() throws {
        try failRenewals(withGracePeriod: true)
        store.clock.advance(to: "2024-04-10T00:00:00Z")
        #expect(try subscription.status == .inGracePeriod)
        #expect(try subscription.isEntitled(at: store.clock.now))
        #expect(try subscription.billingIssue?.gracePeriodEnd == "2024-04-17T12:00:00Z")
        store.clock.advance(to: "2024-04-17T12:00:00Z")
        #expect(try subscription.status == .inBillingRetryPeriod)
        #expect(try !subscription.isEntitled(at: store.clock.now))
    }

    @Test("A payment during the grace period keeps the billing date")
    func recoveryInGrace() throws {
        try failRenewals(withGracePeriod: true)
        store.clock.advance(to: "2024-04-10T00:00:00Z")
        try store.updateSettings { $0.failsRenewals = false }
        let renewal = try store.resolveIssue(1)
        #expect(renewal.purchaseDate == "2024-04-01T12:00:00Z")
        #expect(renewal.expirationDate == "2024-05-01T12:00:00Z")
        #expect(try subscription.status == .subscribed)
        store.clock.advance(to: "2024-05-01T12:00:00Z")
        #expect(try store.entries().count == 3)
    }

    @Test("A payment after the grace period begins a new period on its day")
    func recoveryInRetry() throws {
        try failRenewals()
        store.clock.advance(to: "2024-04-20T00:00:00Z")
        try store.updateSettings { $0.failsRenewals = false }
        let renewal = try store.resolveIssue(1)
        #expect(renewal.purchaseDate == "2024-04-20T00:00:00Z")
        store.clock.advance(to: "2024-05-20T00:00:00Z")
        #expect(try store.entries().last?.purchaseDate == "2024-05-20T00:00:00Z")
    }

    @Test("After billing retry there is no issue to resolve")
    func lateRecovery() throws {
        try failRenewals()
        store.clock.advance(by: .days(120))
        #expect(throws: StoreError.unsuitableEntry(id: 1, needs: "interrupted by an issue")) {
            try store.resolveIssue(1)
        }
    }

    @Test("Turning off auto-renew ends billing retry at once", arguments: [true, false])
    func cancellingInRetry(withGracePeriod: Bool) throws {
        try failRenewals(withGracePeriod: withGracePeriod)
        store.clock.advance(to: "2024-04-10T00:00:00Z")
        try store.subscriptions.setAutoRenew(false, of: 1)
        #expect(try subscription.status == .expired)
        #expect(try !subscription.isEntitled(at: store.clock.now))
    }

    @Test("Buying the product during billing retry begins a new period")
    func buyingInRetry() throws {
        try failRenewals()
        store.clock.advance(to: "2024-04-10T00:00:00Z")
        let entry = try store.pay("monthly")
        #expect(entry.purchaseDate == "2024-04-10T00:00:00Z")
        #expect(try subscription.billingIssue == nil)
        #expect(try subscription.entryID == entry.id)
    }

    @Test("A forced renewal ends the period now, turns auto-renew on, and clears a price increase")
    func forcedRenewal() throws {
        try store.declinePriceIncreaseAfterRequest(of: 1)
        store.clock.advance(to: "2024-03-10T00:00:00Z")
        try store.subscriptions.forceRenewal(ofProduct: "monthly")
        let entries = try store.entries()
        #expect(entries.map(\.expirationDate) == ["2024-03-10T00:00:00Z", "2024-04-10T00:00:00Z"])
        #expect(try subscription.isAutoRenewEnabled)
        #expect(try subscription.priceConsent == nil)
    }

    @Test("A forced renewal that fails enters billing retry")
    func forcedFailure() throws {
        try failRenewals()
        try store.subscriptions.forceRenewal(ofProduct: "monthly")
        #expect(try subscription.status == .inBillingRetryPeriod)
        #expect(throws: StoreError.noSubscription(productID: "monthly")) {
            try store.subscriptions.forceRenewal(ofProduct: "monthly")
        }
    }

    @Test("An expired subscription has ended now, without auto-renew")
    func expiring() throws {
        store.clock.advance(to: "2024-03-10T00:00:00Z")
        try store.subscriptions.forceExpiry(ofProduct: "monthly")
        #expect(try store.entry(1)?.expirationDate == "2024-03-10T00:00:00Z")
        #expect(try subscription.status == .expired)
        #expect(try !subscription.isEntitled(at: store.clock.now))
        #expect(try store.verifiedReceipt().inAppPurchases.first?.expirationDate == store.clock.now)
        #expect(throws: StoreError.noSubscription(productID: "monthly")) {
            try store.subscriptions.forceExpiry(ofProduct: "monthly")
        }
    }

    @Test("Without consent to a price increase a subscription ends", arguments: [true, false])
    func priceIncrease(isDeclined: Bool) throws {
        if isDeclined {
            try store.declinePriceIncreaseAfterRequest(of: 1)
            #expect(try !subscription.isAutoRenewEnabled)
        } else {
            try store.subscriptions.requestPriceIncreaseConsent(of: 1)
            try store.subscriptions.requestPriceIncreaseConsent(of: 1)
        }
        store.clock.advance(to: "2024-04-01T12:00:00Z")
        #expect(try subscription.status == .expired)
        #expect(try subscription.expirationReason == .priceIncreaseNotConsented)
    }

    @Test(
        "Who turns off auto-renew has cancelled, whatever is asked about the price",
        arguments: [true, false]
    )
    func priceIncreaseAndCancellation(isCancelledBefore: Bool) throws {
        if isCancelledBefore { try store.subscriptions.setAutoRenew(false, of: 1) }
        try store.subscriptions.requestPriceIncreaseConsent(of: 1)
        if !isCancelledBefore { try store.subscriptions.setAutoRenew(false, of: 1) }
        store.clock.advance(to: "2024-04-01T12:00:00Z")
        #expect(try subscription.expirationReason == .customerCancelled)
    }

    @Test("With consent to a price increase a subscription renews")
    func consent() throws {
        #expect(throws: StoreError.self) { try store.subscriptions.consentToPriceIncrease(of: 1) }
        try store.subscriptions.requestPriceIncreaseConsent(of: 1)
        try store.subscriptions.consentToPriceIncrease(of: 1)
        #expect(try subscription.priceConsent == .agreed)
        store.clock.advance(to: "2024-04-01T12:00:00Z")
        #expect(try subscription.status == .subscribed)
        #expect(try subscription.priceConsent == nil)
    }

    @Test("A refund of the present period ends the subscription; of an older one it does not")
    func refund() throws {
        store.clock.advance(to: "2024-04-10T00:00:00Z")
        try store.refunds.refund(1, reason: .developerIssue)
        #expect(try subscription.status == .subscribed)
        #expect(try store.entry(1)?.amountRefunded == 10)
        #expect(try store.entry(1)?.revocationReason == .developerIssue)
        try store.refunds.refund(2)
        #expect(try subscription.status == .revoked)
        store.clock.advance(by: .days(60))
        #expect(try store.entries().count == 2)
        let purchases = try store.verifiedReceipt().inAppPurchases
            .sorted { $0.purchaseDate < $1.purchaseDate }
        #expect(purchases.map(\.cancellationReason) == [1, 0])
        #expect(try store.pay("monthly").originalID == 1)
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
    }

    @Test(
        "Grace period and billing retry have the lengths of Apple's tables",
        arguments: [
            (.realTime, 518_400, 1_382_400, 5_184_000),
            (.oneSecondIsOneDay, 6, 16, 60),
            (.monthlyRenewalEveryHour, 771, 1800, 7200),
            (.monthlyRenewalEveryThirtyMinutes, 514, 900, 3600),
            (.monthlyRenewalEveryFifteenMinutes, 257, 450, 1800),
            (.monthlyRenewalEveryFiveMinutes, 154, 150, 600),
            (.monthlyRenewalEveryThirtySeconds, 9, 15, 60),
            (.oneRenewalEveryFifteenMinutes, 900, 900, 1800),
            (.oneRenewalEveryTwoSeconds, 2, 2, 4),
        ] as [(TimeRate, TimeInterval, TimeInterval, TimeInterval)]
    )
    func lengths(
        rate: TimeRate,
        weekly: TimeInterval,
        other: TimeInterval,
        retry: TimeInterval
    ) {
        #expect(rate.gracePeriod(isWeekly: true) == weekly)
        #expect(rate.gracePeriod(isWeekly: false) == other)
        #expect(rate.billingRetryPeriod(isMonthlyPlan: false) == retry)
        #expect(rate.billingRetryPeriod(isMonthlyPlan: true) == retry * 1.5)
    }

    @Test(
        "A grace period is as long as the developer chose, and six days at most each week",
        arguments: [
            (.threeDays, 3, 3), (.sixteenDays, 16, 6), (.twentyEightDays, 28, 6),
        ] as [(GracePeriodLength, Double, Double)]
    )
    func chosenLength(length: GracePeriodLength, days: Double, weekly: Double) throws {
        #expect(TimeRate.realTime.gracePeriod(isWeekly: false, length: length) == .days(days))
        #expect(TimeRate.realTime.gracePeriod(isWeekly: true, length: length) == .days(weekly))
        let rate = TimeRate.oneMinuteIsOneDay
        #expect(rate.gracePeriod(isWeekly: false, length: length) == days * 60)
        let table = TimeRate.monthlyRenewalEveryHour
        #expect(table.gracePeriod(isWeekly: false, length: length) == 1800)
        let store = try Store.make(.subscriptions)
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
            $0.gracePeriodLength = length
        }
        try store.pay("monthly")
        store.clock.advance(by: .days(31))
        let subscription = try #require(try store.subscriptions.all().first)
        let end = try #require(subscription.billingIssue?.gracePeriodEnd)
        #expect(end.timeIntervalSince(subscription.expirationDate) == .days(days))
    }
}

extension Store {
    fileprivate func declinePriceIncreaseAfterRequest(of id: Int64) throws {
        try subscriptions.requestPriceIncreaseConsent(of: id)
        try subscriptions.declinePriceIncrease(of: id)
    }
}
