import AppReceipt
import Foundation
import Testing

@testable import StoreModel

@Suite("The rule of a period with added seats")
struct SeatPeriodTests {
    private let date = Date.start + .days(3)
    private let first = LedgerEntry.seats(1, period: 1, (9.99, 5))
    private let added = LedgerEntry.seats(2, original: 1, period: 1, at: .start + 60, (7.99, 2))
    private var subscription: CustomerSubscription {
        .make(in: first).with { $0.renewalSeatCount = 7 }
    }
    private var rule: PresentPeriodRule {
        PresentPeriodRule(subscription, period: first, seatAdditions: [added], shared: [])
    }

    @Test("Fewer seats renew by choice, which can be changed and undone until the renewal")
    func renewalSeatCount() throws {
        let event = NotificationEvent(.didChangeRenewalPref, .decreaseQuantity)
        let fewer = subscription.with { $0.renewalSeatCount = 3 }
        #expect(
            try rule.setRenewalSeatCount(3, of: 1, at: date) == [
                .saveSubscription(fewer), .notify(event, about: added, at: date),
            ]
        )
        let back = PresentPeriodRule(fewer, period: first, seatAdditions: [added], shared: [])
        #expect(
            try back.setRenewalSeatCount(7, of: 1, at: date) == [
                .saveSubscription(subscription),
                .notify(
                    NotificationEvent(.didChangeRenewalPref, .increaseQuantity),
                    about: added,
                    at: date
                ),
            ]
        )
        for count in [0, 8] {
            #expect(throws: StoreError.self) {
                try rule.setRenewalSeatCount(count, of: 1, at: date)
            }
        }
        let alone = PresentPeriodRule(.make(in: .period(1)), period: .period(1), shared: [])
        #expect(throws: StoreError.self) { try alone.setRenewalSeatCount(1, of: 1, at: date) }
    }

    @Test("A renewal is one transaction, with the chosen seats")
    func renewal() throws {
        let fewer = subscription.with { $0.renewalSeatCount = 6 }
        let outcome = RenewalRule(
            subscription: fewer,
            product: .team,
            settings: .make { _ in }
        ).outcome
        guard case .renewed(let next) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let rule = PresentPeriodRule(fewer, period: first, seatAdditions: [added], shared: [])
        var numbers = EntryNumbers(after: 10)
        let renewed = rule.renew(
            for: next,
            settings: .make { $0.invitationManagement = .developer },
            sharingWith: [],
            at: next.start,
            now: next.start,
            numbers: &numbers
        ).renewed
        #expect(renewed.entry.quantity == 6)
        #expect(renewed.entry.amountCharged == Decimal(5794) / 100)
        #expect(renewed.entry.seats?.isAddition == false)
        #expect(renewed.entry.seats?.invitationManagement == .apple)
        #expect(renewed.subscription.renewalSeatCount == 6)
        #expect(renewed.subscription.entryID == 11)
    }

    @Test("A renewal that begins seats has the settings' party that invites")
    func firstSeats() {
        let alone = LedgerEntry.period(1, "team")
        let subscription = CustomerSubscription.make(in: alone).with { $0.renewalSeatCount = 2 }
        let settings = StoreSettings.make { $0.invitationManagement = .developer }
        let rule = RenewalRule(subscription: subscription, product: .team, settings: settings)
        guard case .renewed(let next) = rule.outcome else {
            Issue.record("\(rule.outcome)")
            return
        }
        let renewed = LedgerEntry(renewing: alone, for: next, settings: settings)
        #expect(renewed.seats?.invitationManagement == .developer)
    }

    @Test("A forced end and an extension change all transactions")
    func ends() throws {
        let ended = [first, added].map { entry in entry.with { $0.expirationDate = date } }
        let end = rule.forceExpiry(because: .customerCancelled, at: date)
        #expect(end.prefix(2) == [.update(ended[0]), .update(ended[1])])
        let terms = try RenewalExtension.Terms(
            dayCount: 7,
            reason: .customerSatisfaction,
            requestIdentifier: "a"
        )
        let (_, edits) = try rule.extend(by: terms, after: [], timeRate: .realTime, at: date).get()
        let later = [first, added].map { entry in
            entry.with { $0.expirationDate = .start + .days(37) }
        }
        #expect(edits.prefix(2) == [.update(later[0]), .update(later[1])])
    }

    @Test("Deleted seats leave the period as if they had never been added")
    func deletion() {
        let edits = DeletionRule.deletion(
            of: [2],
            by: 1,
            shared: [],
            from: subscription,
            newest: (first, [], []),
            reduced: (first, [], []),
            at: date
        )
        #expect(
            edits == [
                .delete(2, of: 1), .deleteNotifications(about: [2]),
                .update(first.with { $0.seats?.periodID = nil }),
                .saveSubscription(subscription.with { $0.renewalSeatCount = 5 }),
                .renewReceipt(of: 1, at: date),
            ]
        )
    }

    @Test("A member of a group has the seats of the purchaser, and the family has none")
    func access() {
        let refunded = first.with { $0.seats?.revokedQuantity = 1 }
        let member = FamilyMember(customerID: 2, isAssigned: true, latestAccess: nil)
        let assigned = LedgerEntry(sharing: refunded, with: member, at: date)
        #expect(assigned.ownership == .assigned)
        #expect(assigned.quantity == 5)
        #expect(assigned.seats?.priceTiers == first.seats?.priceTiers)
        #expect(assigned.seats?.revokedQuantity == 0)
        #expect(assigned.seats?.isAddition == false)
        #expect(assigned.amountCharged == 0)
        let sibling = FamilyMember(customerID: 3, latestAccess: nil)
        var numbers = EntryNumbers(after: 10)
        let edits = FamilySharingRule.share(
            first,
            with: [member, sibling],
            endingAccess: [],
            at: date,
            numbers: &numbers
        )
        let customers = edits.compactMap { edit in
            if case .insert(let entry) = edit { entry.customerID } else { nil }
        }
        #expect(customers == [2])
    }
}
