import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The rule of a subscription's current period")
struct PresentPeriodRuleTests {
    private let period = LedgerEntry.period(1)
    private let shared = LedgerEntry.period(2, customer: 2, sharing: 1)
    private let date = Date.start + .days(10)

    @Test("A renewal inserts the next period, and notifies of it with the renewed subscription")
    func renewal() throws {
        let subscription = CustomerSubscription.make(in: period)
        let end = subscription.expirationDate
        let (renewed, edits) = try renew(subscription, at: end)
        #expect(renewed.entry.id == 11)
        #expect(renewed.entry.isRenewal)
        #expect(renewed.entry.purchaseDate == end)
        #expect(renewed.subscription.entryID == 11)
        #expect(renewed.subscription.expirationDate == end + .days(30))
        #expect(
            edits == [
                .insert(renewed.entry), .saveSubscription(renewed.subscription),
                .notify(
                    NotificationEvent(.didRenew),
                    about: renewed.entry,
                    of: renewed.subscription,
                    at: end
                ),
                .renewReceipt(of: 1, at: end),
            ]
        )
    }

    @Test("A payment that is collected after all ends the billing issue")
    func recovery() throws {
        let issue = CustomerSubscription.BillingIssue(retryEnd: date + .days(60))
        let subscription = CustomerSubscription.make(in: period).with { $0.billingIssue = issue }
        let edits = try renew(subscription, at: date).edits
        #expect(edits[2] == .endBillingIssue(of: 1, at: date))
        guard case .notify(let event, _, _, _, _) = edits[3] else {
            Issue.record("\(edits[3])")
            return
        }
        #expect(event == NotificationEvent(.didRenew, .billingRecovery))
    }

    @Test("A renewal that is not shared ends the access to the period before")
    func unshared() throws {
        let subscription = CustomerSubscription.make(in: period)
        let end = subscription.expirationDate
        let edits = try renew(subscription, shared: [shared], at: end).edits
        guard case .update(let revoked) = edits[4] else {
            Issue.record("\(edits[4])")
            return
        }
        #expect(revoked.id == 2)
        #expect(revoked.revocationDate == end)
    }

    @Test("A shared renewal gives each member a transaction with the next number")
    func sharedRenewal() throws {
        let end = CustomerSubscription.make(in: period).expirationDate
        let members = [
            FamilyMember(customerID: 2, latestAccess: shared),
            FamilyMember(customerID: 3, latestAccess: nil),
        ]
        let edits = try renew(.make(in: period), shared: [shared], with: members, at: end).edits
        let accesses = edits.compactMap { edit -> LedgerEntry? in
            if case .insert(let entry) = edit, entry.isFamilyShared { entry } else { nil }
        }
        #expect(accesses.map(\.id) == [12, 13])
        #expect(accesses.map(\.customerID) == [2, 3])
        #expect(accesses.map(\.originalID) == [2, 13])
        let events = edits.dropFirst(4).compactMap { edit -> NotificationEvent? in
            if case .notify(let event, _, _, _, _) = edit { event } else { nil }
        }
        #expect(
            events == [NotificationEvent(.didRenew), NotificationEvent(.subscribed, .initialBuy)]
        )
    }

    @Test("A failed renewal begins a billing issue, also for the family")
    func failure() {
        let subscription = CustomerSubscription.make(in: period)
        let issue = CustomerSubscription.BillingIssue(retryEnd: date + .days(60))
        let rule = PresentPeriodRule(subscription, period: period, shared: [shared])
        let failed = subscription.with { $0.billingIssue = issue }
        let event = NotificationEvent(.didFailToRenew)
        let end = subscription.expirationDate
        #expect(
            rule.settle(.billingFailed(issue)) == [
                .saveSubscription(failed), .beginBillingIssue(of: failed),
                .notify(event, about: period, at: end), .notify(event, about: shared, at: end),
            ]
        )
    }

    @Test("Auto-renew is the purchaser's alone; without it, a failed renewal ends")
    func autoRenew() {
        let subscription = CustomerSubscription.make(in: period)
        let off = subscription.with { $0.isAutoRenewEnabled = false }
        let event = NotificationEvent(.didChangeRenewalStatus, .autoRenewDisabled)
        let rule = PresentPeriodRule(subscription, period: period, shared: [shared])
        #expect(
            rule.setAutoRenew(false, at: date) == [
                .saveSubscription(off), .notify(event, about: period, at: date),
            ]
        )
        #expect(rule.setAutoRenew(true, at: date) == [.saveSubscription(subscription)])
        let failed = subscription.with { $0.billingIssue = .init(retryEnd: date + .days(60)) }
        let edits = PresentPeriodRule(failed, period: period, shared: [])
            .setAutoRenew(false, at: date)
        guard case .saveSubscription(let ended) = edits[0] else {
            Issue.record("\(edits[0])")
            return
        }
        #expect(ended.expirationReason == .customerCancelled)
        #expect(edits[1] == .endBillingIssue(of: 1, at: date))
    }

    @Test("Only a price increase that waits for consent is answered")
    func consent() throws {
        let subscription = CustomerSubscription.make(in: period)
        let rule = PresentPeriodRule(subscription, period: period, shared: [])
        #expect(throws: StoreError.self) { try rule.answer(.agreed, of: 1, at: date) }
        let waiting = subscription.with { $0.priceConsent = .pending }
        let declined = waiting.with {
            $0.priceConsent = .declined
            $0.isAutoRenewEnabled = false
        }
        let edits = try PresentPeriodRule(waiting, period: period, shared: [])
            .answer(.declined, of: 1, at: date)
        #expect(edits.first == .saveSubscription(declined))
    }

    @Test("A forced end shortens the period, for the family too, but not below nothing")
    func forcedExpiry() {
        let rule = PresentPeriodRule(.make(in: period), period: period, shared: [shared])
        let edits = rule.forceExpiry(because: .customerCancelled, at: date)
        #expect(edits[0] == .update(period.with { $0.expirationDate = date }))
        #expect(edits[1] == .update(shared.with { $0.expirationDate = date }))
        #expect(edits.last == .renewReceipt(of: 1, at: date))
        #expect(
            rule.forceExpiry(because: .customerCancelled, at: .start - 1).first
                == .update(period.with { $0.expirationDate = .start })
        )
    }

    @Test("An extension moves the end of the period; the same request extends it once")
    func renewalExtension() throws {
        let rule = PresentPeriodRule(.make(in: period), period: period, shared: [shared])
        let terms = try RenewalExtension.Terms(
            dayCount: 7,
            reason: .customerSatisfaction,
            requestIdentifier: "a"
        )
        let (made, edits) = try rule.extend(by: terms, after: [], timeRate: .realTime, at: date)
            .get()
        let end = Date.start + .days(37)
        #expect(made.effectiveDate == end)
        #expect(edits.first == .update(period.with { $0.expirationDate = end }))
        #expect(edits.last == .insertExtension(made, of: 1))
        let again = rule.extend(by: terms, after: [made], timeRate: .realTime, at: date)
        #expect(try again.get().edits.isEmpty)
        let other = try RenewalExtension.Terms(
            dayCount: 8,
            reason: .customerSatisfaction,
            requestIdentifier: "a"
        )
        #expect(throws: ServerRequestRefusal.invalidRequestIdentifier) {
            try rule.extend(by: other, after: [made], timeRate: .realTime, at: date).get()
        }
    }

    private func renew(
        _ subscription: CustomerSubscription,
        shared: [LedgerEntry] = [],
        with members: [FamilyMember] = [],
        at date: Date
    ) throws -> (renewed: SubscriptionPeriodStatus, edits: [LedgerEdit]) {
        let settings = StoreSettings()
        let next = RenewalRule(subscription: subscription, product: .monthly, settings: settings)
            .period(from: date)
        var numbers = EntryNumbers(after: 10)
        return PresentPeriodRule(subscription, period: period, shared: shared).renew(
            for: try #require(next),
            settings: settings,
            sharingWith: members,
            at: date,
            now: date,
            numbers: &numbers
        )
    }
}
