import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The rule of refunded seats")
struct SeatRefundRuleTests {
    private let date = Date.start + .days(3)
    private let first = LedgerEntry.seats(1, period: 1, (9.99, 5), (7.99, 1))
    private let added = LedgerEntry.seats(2, original: 1, period: 1, at: .start + 60, (7.99, 2))
    private var subscription: CustomerSubscription {
        .make(in: first).with { $0.renewalSeatCount = 8 }
    }

    @Test("A transaction with seats left stays valid, and the last seats are paid back")
    func some() throws {
        let (changed, edits) = try rule().refund(2, of: 1, because: .other, at: date)
        let refunded = first.with {
            $0.seats?.revokedQuantity = 2
            $0.amountRefunded = 7.99 + 9.99
        }
        #expect(changed == [refunded])
        #expect(
            edits == [
                .update(refunded), .saveSubscription(subscription.with { $0.renewalSeatCount = 6 }),
                .renewReceipt(of: 1, at: date),
                .notify(NotificationEvent(.refund, .seats), about: refunded, at: date),
            ]
        )
        #expect(refunded.amountCharged - refunded.amountRefunded == 4 * 9.99)
    }

    @Test("Further seats are those of the newest other transactions; one without seats is revoked")
    func several() throws {
        let request = RefundRequest(id: 4, entryID: 2, reason: .other, requestDate: date)
        let rule = rule(requests: [request])
        let (changed, edits) = try rule.refund(3, of: 2, because: .developerIssue, at: date)
        #expect(changed.map(\.id) == [2, 1])
        #expect(changed[0].revocationDate == date)
        #expect(changed[0].revocationReason == .developerIssue)
        #expect(changed[0].seats?.revokedQuantity == 2)
        #expect(changed[0].amountRefunded == changed[0].amountCharged)
        #expect(changed[1].revocationDate == nil)
        #expect(changed[1].seats?.revokedQuantity == 1)
        let decided = edits.contains { edit in
            if case .saveRefundRequest(let request) = edit {
                request.decision == .approved
            } else {
                false
            }
        }
        #expect(decided)
        let events = edits.compactMap { edit in
            if case .notify(
                let event,
                about: let entry,
                of: _,
                consumptionRequestReason: _,
                at: _
            ) =
                edit
            {
                "\(entry.id) \(event.description)"
            } else {
                nil
            }
        }
        #expect(events == ["2 REFUND", "1 REFUND.SEATS"])
    }

    @Test("Without seats, the subscription and the members' access end")
    func all() throws {
        let shared = LedgerEntry.period(3, "team", customer: 2, sharing: 1)
        let (changed, edits) = try rule(shared: [shared]).refund(
            8,
            of: 1,
            because: .other,
            at: date
        )
        #expect(changed.map(\.id) == [1, 2])
        #expect(changed.allSatisfy { $0.revocationDate == date })
        let ended = subscription.with {
            $0.revocationDate = date
            $0.isAutoRenewEnabled = false
            $0.expirationReason = .unknown
            $0.renewalSeatCount = nil
        }
        #expect(edits.contains(.saveSubscription(ended)))
        let revoked = shared.with {
            $0.revocationDate = date
            $0.revocationReason = .other
            $0.isRevocationUndelivered = true
        }
        #expect(edits.contains(.update(revoked)))
    }

    @Test("A refund of a whole transaction leaves the others of its period")
    func whole() {
        let (revoked, edits) = RefundRule.refund(
            first,
            purchases: [(first, [], nil)],
            besides: [added],
            subscription: subscription,
            because: .other,
            at: date
        )
        #expect(revoked.seats?.revokedQuantity == 6)
        #expect(edits[1] == .saveSubscription(subscription.with { $0.renewalSeatCount = 2 }))
        #expect(LedgerEntry.seatCount(ofPeriod: [revoked, added]) == 2)
        #expect(LedgerEntry.newest(ofPeriod: [revoked, added]) == added)
        let entitled = EntitlementRule([revoked, added], subscriptions: [subscription])
        #expect(entitled.entitlements == [added])
        let both = EntitlementRule([first, added], subscriptions: [subscription])
        #expect(both.entitlements.map(\.id) == [1, 2])
    }

    @Test("Too many seats, and purchases without seats")
    func refusals() {
        #expect(throws: StoreError.self) {
            try rule().refund(9, of: 1, because: .other, at: date)
        }
        #expect(throws: StoreError.self) {
            try rule().refund(0, of: 1, because: .other, at: date)
        }
        let alone = SeatRefundRule(
            [.period(1)],
            shared: [],
            openRequests: [],
            subscription: nil
        )
        #expect(throws: StoreError.self) {
            try alone.refund(1, of: 1, because: .other, at: date)
        }
    }

    @Test("A reversal returns all seats of a transaction")
    func reversal() throws {
        let refunded = first.with {
            $0.seats?.revokedQuantity = 2
            $0.amountRefunded = 17.98
        }
        try RefundReversalRule.requireReversible(refunded, periods: [added])
        let rule = RefundReversalRule(
            refunded,
            refunds: [(refunded, [], [])],
            period: [refunded, added],
            subscription: subscription,
            at: date
        )
        var numbers = EntryNumbers(after: 10)
        #expect(rule.reinstated == first)
        #expect(
            rule.edits(numbers: &numbers) == [
                .update(first), .renewReceipt(of: 1, at: date),
                .notify(NotificationEvent(.refundReversed), about: first, at: date),
            ]
        )
    }

    @Test("A reversal of the only transaction with seats returns the subscription and the access")
    func reversalOfLast() throws {
        let revoked = [first, added].map { entry in
            entry.with {
                $0.revocationDate = date
                $0.seats?.revokedQuantity = $0.quantity
                $0.amountRefunded = entry.amountCharged
            }
        }
        let access = LedgerEntry.period(3, "team", customer: 2, sharing: 1).with {
            $0.revocationDate = date
        }
        let rule = RefundReversalRule(
            revoked[1],
            refunds: [
                (
                    revoked[1],
                    [FamilyMember(customerID: 2, isAssigned: true, latestAccess: access)],
                    [access]
                )
            ],
            period: revoked,
            subscription: subscription.with {
                $0.revocationDate = date
                $0.end(because: .unknown)
            },
            at: date
        )
        var numbers = EntryNumbers(after: 10)
        let edits = rule.edits(numbers: &numbers)
        #expect(edits[0] == .update(added))
        let returned = subscription.with {
            $0.isAutoRenewEnabled = false
            $0.renewalSeatCount = 2
        }
        #expect(edits[1] == .saveSubscription(returned))
        #expect(edits.contains(.update(access.with { $0.revocationDate = nil })))
    }

    private func rule(
        shared: [LedgerEntry] = [],
        requests: [RefundRequest] = []
    ) -> SeatRefundRule {
        SeatRefundRule(
            [first, added],
            shared: shared,
            openRequests: requests,
            subscription: subscription
        )
    }
}
