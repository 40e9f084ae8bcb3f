import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("Changes of a commitment")
struct CommitmentChangeTests {
    private var customer: CommittedCustomer
    private let date = Date.start + .days(40)

    init() throws {
        customer = try CommittedCustomer()
        try customer.renew()
    }

    @Test("An upgrade begins immediately, and refunds the rest of the month")
    mutating func upgrade() throws {
        let (outcome, edits) = customer.buy(.bestYear, at: date)
        #expect(outcome.isPurchase)
        #expect(edits.events == ["DID_CHANGE_RENEWAL_PREF.UPGRADE"])
        customer.apply(edits)
        #expect(customer.period.isUpgraded)
        // 21 of 30 days are left.
        #expect(customer.period.amountRefunded == 7)
        #expect(customer.subscription.productID == "bestYear")
        #expect(customer.subscription.commitment?.periodNumber == 1)
        #expect(customer.subscription.commitment?.price == 240)
    }

    @Test("An upgrade that is paid up front ends the commitment")
    mutating func upgradeUpFront() {
        customer.apply(customer.buy(.bestYear, by: .upFront, at: date).edits)
        #expect(customer.subscription.commitment == nil)
        #expect(customer.subscription.billingPlan == .upFront)
        let end = SubscriptionPeriod(unit: .year).end(from: date)
        #expect(customer.subscription.expirationDate == end)
    }

    @Test("A downgrade waits for the end of the commitment")
    mutating func downgrade() throws {
        let (outcome, edits) = customer.buy(.basicYear, at: date)
        #expect(!outcome.isPurchase)
        #expect(edits.events == ["DID_CHANGE_RENEWAL_PREF.DOWNGRADE"])
        customer.apply(edits)
        #expect(customer.subscription.nextProductID == "year")
        try customer.renew(10)
        #expect(customer.subscription.nextProductID == "basicYear")
        #expect(customer.period.productID == "year")
        try customer.renew()
        #expect(customer.period.productID == "basicYear")
        #expect(customer.period.commitment?.periodNumber == 1)
        #expect(customer.period.price == 5)
    }

    @Test("A downgrade is taken back by choosing the present product and plan again")
    mutating func takenBack() throws {
        customer.apply(customer.buy(.basicYear, by: .upFront, at: date).edits)
        let (_, edits) = customer.buy(.year, at: date)
        #expect(edits.events == ["DID_CHANGE_RENEWAL_PREF"])
        customer.apply(edits)
        try customer.renew(11)
        #expect(customer.period.productID == "year")
        #expect(customer.period.billingPlan == .monthly)
    }

    @Test("The plan changes at the end of the commitment")
    mutating func planChange() throws {
        let (outcome, edits) = customer.buy(.year, by: .upFront, at: date)
        #expect(!outcome.isPurchase)
        #expect(edits.events == ["DID_CHANGE_RENEWAL_PREF.DOWNGRADE"])
        customer.apply(edits)
        #expect(customer.subscription.nextPlan == .monthly)
        try customer.renew(11)
        #expect(customer.period.billingPlan == .upFront)
        #expect(customer.period.price == 100)
        #expect(customer.period.commitment == nil)
        #expect(customer.subscription.billingPlan == .upFront)
        #expect(
            customer.subscription.expirationDate
                == SubscriptionPeriod(value: 2, unit: .year).end(from: .start)
        )
    }

    @Test("From a payment up front, the monthly plan begins with the next renewal")
    mutating func toMonthly() throws {
        customer.apply(customer.buy(.year, by: .upFront, at: date).edits)
        try customer.renew(11)
        let (outcome, edits) = customer.buy(.year, at: customer.period.purchaseDate)
        #expect(!outcome.isPurchase)
        customer.apply(edits)
        try customer.renew()
        #expect(customer.period.commitment?.periodNumber == 1)
        #expect(customer.period.price == 10)
    }

    @Test("A crossgrade by the same plan begins immediately; by another plan it waits")
    func crossgrade() {
        #expect(customer.buy(.yearToo, at: date).outcome.isPurchase)
        #expect(!customer.buy(.yearToo, by: .upFront, at: date).outcome.isPurchase)
    }

    @Test("A product and plan to which the customer is subscribed are not sold again")
    func same() {
        guard case .failed(let failure, _) = customer.buy(.year, at: date).outcome else {
            Issue.record("sold")
            return
        }
        #expect(failure.underlying == .alreadySubscribed)
    }

    @Test("A plan that is not sold is refused with a reason")
    mutating func missingPlan() {
        var product = CatalogProduct.year
        product.subscription?.monthlyPlan = nil
        #expect(
            customer.buy(product, at: date).outcome
                == .failed(
                    .productNotAvailable,
                    because: "\"year\" has no monthly billing plan."
                )
        )
        customer.settings.storefront = "USA"
        #expect(
            customer.buy(.year, at: date).outcome
                == .failed(
                    .productNotAvailable,
                    because: "The storefront USA does not sell the monthly billing plan of "
                        + "\"year\"."
                )
        )
    }

    @Test("A refund of an earlier payment changes nothing else; one of the present ends it")
    mutating func refund() throws {
        let earlier = customer.period
        try customer.renew()
        for (entry, isPresent) in [(earlier, false), (customer.period, true)] {
            let (revoked, edits) = RefundRule.refund(
                entry,
                purchases: [(entry, [], nil)],
                subscription: customer.subscription,
                because: .other,
                at: date + .days(30)
            )
            #expect(revoked.amountRefunded == 10)
            #expect(edits.events.last == "REFUND")
            #expect((edits.savedSubscription != nil) == isPresent)
            customer.apply(edits)
        }
        #expect(customer.subscription.status == .revoked)
        #expect(customer.subscription.commitment == nil)
        let reversal = RefundReversalRule(
            customer.period,
            refunds: [(customer.period, [], [])],
            subscription: customer.subscription,
            at: date + .days(31)
        )
        var numbers = EntryNumbers(after: 100)
        customer.apply(reversal.edits(numbers: &numbers))
        #expect(customer.subscription.status == .subscribed)
        #expect(!customer.subscription.renewsNextPeriod)
    }
}
