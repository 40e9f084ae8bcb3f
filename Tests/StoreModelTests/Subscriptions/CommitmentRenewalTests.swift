import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The payments of a commitment")
struct CommitmentRenewalTests {
    private var customer: CommittedCustomer

    init() throws {
        customer = try CommittedCustomer()
    }

    private static let end = SubscriptionPeriod(unit: .year).end(from: .start)

    @Test("A purchase is the first of twelve payments, for a month")
    func purchase() {
        let month = SubscriptionPeriod(unit: .month).end(from: .start)
        #expect(customer.period.price == 10)
        #expect(customer.period.billingPlan == .monthly)
        #expect(customer.period.expirationDate == month)
        #expect(customer.period.commitment == commitment(1))
        #expect(customer.period.commitment?.price == 120)
        #expect(customer.subscription.commitment == commitment(1))
        #expect(customer.subscription.nextEventDate == month)
    }

    @Test("Each renewal is another payment, and the twelfth ends the commitment")
    mutating func renewals() throws {
        for number in 2...12 {
            let end = customer.subscription.expirationDate
            try customer.renew()
            #expect(customer.period.purchaseDate == end)
            #expect(customer.period.commitment == commitment(number))
            #expect(customer.period.price == 10)
        }
        #expect(customer.subscription.expirationDate == Self.end)
        #expect(!customer.subscription.isWithinCommitment)
    }

    @Test("After twelve payments another commitment begins, at the price of the catalog")
    mutating func nextCommitment() throws {
        var dearer = CatalogProduct.year
        dearer.subscription?.monthlyPlan = MonthlyPlan(price: 12)
        customer.sell(dearer)
        try customer.renew(11)
        #expect(customer.period.price == 10)
        try customer.renew()
        #expect(customer.period.price == 12)
        #expect(customer.period.commitment?.periodNumber == 1)
        #expect(customer.period.commitment?.price == 144)
        #expect(
            customer.period.commitment?.expirationDate
                == SubscriptionPeriod(value: 2, unit: .year).end(from: .start)
        )
    }

    @Test("The 31st returns after shorter months, and the end of the commitment stays")
    func days() throws {
        let start = Date.start + .days(30)
        var customer = try CommittedCustomer(at: start)
        let end = SubscriptionPeriod(unit: .year).end(from: start)
        try customer.renew(11)
        #expect(customer.period.commitment?.expirationDate == end)
        #expect(customer.subscription.expirationDate == end)
    }

    @Test("A cancellation takes effect after twelve payments, and can be taken back")
    mutating func cancellation() throws {
        try customer.renew(4)
        let events = customer.apply(customer.present.setAutoRenew(false, at: .start + .days(140)))
        #expect(events == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"])
        #expect(customer.subscription.renewsNextPeriod)
        var other = customer
        #expect(
            other.apply(other.present.setAutoRenew(true, at: .start + .days(141)))
                == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED"]
        )
        try customer.renew(7)
        #expect(!customer.subscription.renewsNextPeriod)
        #expect(customer.rule.outcome == .ended(.customerCancelled))
        #expect(customer.settle() == ["EXPIRED.VOLUNTARY"])
        #expect(customer.subscription.commitment == nil)
        try other.renew(8)
        #expect(other.period.commitment?.periodNumber == 1)
    }

    @Test("A failed payment has no grace period, and is tried for 90 days")
    mutating func failure() throws {
        customer.settings.failsRenewals = true
        customer.settings.allowsGracePeriod = true
        let end = customer.subscription.expirationDate
        #expect(customer.settle() == ["DID_FAIL_TO_RENEW"])
        #expect(customer.subscription.status == .inBillingRetryPeriod)
        #expect(!customer.subscription.isEntitled(at: end))
        #expect(customer.subscription.nextEventDate == end + .days(90))
        // The customer still owes the payments.
        customer.apply(customer.present.setAutoRenew(false, at: end))
        #expect(customer.subscription.status == .inBillingRetryPeriod)
        #expect(customer.settle() == ["EXPIRED.BILLING_RETRY"])
        #expect(customer.subscription.commitment == nil)
        #expect(customer.subscription.status == .expired)
    }

    @Test("A late payment moves the end of the commitment and all later payments")
    mutating func recovery() throws {
        try customer.renew(2)
        customer.settings.failsRenewals = true
        let end = customer.subscription.expirationDate
        _ = customer.settle()
        customer.settings.failsRenewals = false
        let date = end + .days(20)
        try customer.recover(at: date)
        #expect(customer.period.purchaseDate == date)
        #expect(customer.period.commitment?.periodNumber == 4)
        let moved = SubscriptionPeriod(value: 9, unit: .month).end(from: date)
        #expect(customer.period.commitment?.expirationDate == moved)
        try customer.renew(8)
        #expect(customer.subscription.expirationDate == moved)
        #expect(customer.period.commitment?.periodNumber == 12)
    }

    @Test(
        "A payment is as long as a month of the time rate",
        arguments: [
            (TimeRate.monthlyRenewalEveryHour, 3600), (.oneRenewalEveryMinute, 60),
            (.monthlyRenewalEveryThirtySeconds, 30),
        ] as [(TimeRate, TimeInterval)]
    )
    mutating func accelerated(rate: TimeRate, month: TimeInterval) throws {
        customer.settings.timeRate = rate
        let start = customer.subscription.expirationDate
        try customer.renew()
        #expect(customer.subscription.expirationDate == start + month)
        #expect(customer.period.commitment?.expirationDate == start + month * 11)
        customer.settings.failsRenewals = true
        _ = customer.settle()
        #expect(customer.subscription.billingIssue?.retryEnd == start + month * 4)
    }

    @Test("A price increase without consent ends the subscription after the commitment")
    mutating func priceIncrease() throws {
        customer.apply(customer.present.requestConsent(at: .start))
        try customer.renew(11)
        #expect(customer.subscription.priceConsent == .pending)
        #expect(customer.rule.outcome == .ended(.priceIncreaseNotConsented))
        customer.apply(try customer.present.answer(.agreed, of: 1, at: .start))
        try customer.renew()
        #expect(customer.subscription.priceConsent == nil)
    }

    @Test("A commitment goes on where the plan is not sold anymore, and does not begin anew")
    mutating func withdrawnPlan() throws {
        customer.settings.storefront = "USA"
        var product = CatalogProduct.year
        product.subscription?.monthlyPlan = nil
        customer.sell(product)
        try customer.renew(11)
        #expect(customer.rule.outcome == .ended(.productUnavailable))
    }

    @Test("A forced renewal is the next payment, and keeps a cancellation")
    mutating func forcedRenewal() throws {
        customer.apply(customer.present.setAutoRenew(false, at: .start))
        var present = customer.present
        customer.apply(present.forceRenewal(at: .start + .days(3)))
        try customer.renew()
        #expect(customer.period.commitment?.periodNumber == 2)
        let end = SubscriptionPeriod(value: 11, unit: .month).end(from: .start + .days(3))
        #expect(customer.period.commitment?.expirationDate == end)
        #expect(!customer.subscription.isAutoRenewEnabled)
    }

    @Test("An extension of a period moves the end of the commitment")
    mutating func renewalExtension() throws {
        let terms = try RenewalExtension.Terms(
            dayCount: 10,
            reason: .undeclared,
            requestIdentifier: "request"
        )
        let access = LedgerEntry.period(90, "year", customer: 2, sharing: customer.period.id)
        let present = PresentPeriodRule(
            customer.subscription,
            period: customer.period,
            shared: [access]
        )
        let result = present.extend(
            by: terms,
            after: [],
            timeRate: .realTime,
            at: .start
        )
        let edits = try result.get().edits
        customer.apply(edits)
        let shared = access.with {
            $0.expirationDate = customer.period.expirationDate
            $0.commitment = customer.period.commitment
        }
        #expect(edits.contains(.update(shared)))
        let end = customer.subscription.expirationDate
        #expect(end == SubscriptionPeriod(unit: .month).end(from: .start) + .days(10))
        let moved = SubscriptionPeriod(value: 11, unit: .month).end(from: end)
        #expect(customer.subscription.commitment?.expirationDate == moved)
        #expect(customer.period.commitment?.expirationDate == moved)
        try customer.renew(11)
        #expect(customer.subscription.expirationDate == moved)
    }

    private func commitment(_ number: Int) -> Commitment {
        Commitment(
            periodNumber: number,
            periodCount: 12,
            paymentPrice: 10,
            expirationDate: Self.end
        )
    }
}
