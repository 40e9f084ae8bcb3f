import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The rule of refunds")
struct RefundRuleTests {
    private let date = Date.start + .days(3)

    @Test("A consumable is refunded in full, and its revocation is not delivered")
    func consumable() {
        let entry = LedgerEntry.make(1)
        let (revoked, edits) = refund(entry, [(entry, [], nil)])
        #expect(revoked.amountRefunded == 10)
        #expect(revoked.revocationDate == date)
        #expect(revoked.revocationReason == .developerIssue)
        #expect(!revoked.isRevocationUndelivered)
        #expect(
            edits == [
                .update(revoked), .renewReceipt(of: 1, at: date),
                .notify(NotificationEvent(.refund), about: revoked, at: date),
            ]
        )
    }

    @Test("Of a non-consumable, all entries are refunded that were not before")
    func nonConsumable() {
        let first = LedgerEntry.make(1, "level", kind: .nonConsumable)
        let second = LedgerEntry.make(2, "level", kind: .nonConsumable, original: 1, price: 0)
        let failed = LedgerEntry.make(3, "level", kind: .nonConsumable).with { $0.state = .failed }
        let former = second.with { $0.revocationDate = .start }
        let entries = [first, second, failed, former]
        #expect(RefundRule.entries(refundedWith: second, among: entries) == [first, second])
        let coins = LedgerEntry.make(4)
        #expect(RefundRule.entries(refundedWith: coins, among: [coins, first]) == [coins])
    }

    @Test("The refund of the current period ends the subscription and its billing issue")
    func subscription() throws {
        let entry = LedgerEntry.period(1)
        let former = CustomerSubscription.make(in: entry).with {
            $0.billingIssue = .init(gracePeriodEnd: nil, retryEnd: .start + .days(90))
        }
        let (revoked, edits) = refund(entry, [(entry, [], nil)], of: former)
        let ended = former.with {
            $0.revocationDate = date
            $0.billingIssue = nil
            $0.isAutoRenewEnabled = false
            $0.expirationReason = .unknown
        }
        #expect(revoked.isRevocationUndelivered)
        #expect(
            edits.prefix(3) == [
                .update(revoked), .saveSubscription(ended), .endBillingIssue(of: 1, at: date),
            ]
        )
    }

    @Test("The refund of an earlier period leaves the subscription as it is")
    func earlierPeriod() {
        let entry = LedgerEntry.period(1)
        let present = CustomerSubscription.make(in: .period(2, original: 1, at: date))
        let edits = refund(entry, [(entry, [], nil)], of: present).edits
        #expect(edits.count == 3)
    }

    @Test("The family loses access before the purchaser's notification, with the open request")
    func family() {
        let entry = LedgerEntry.make(1, "level", kind: .nonConsumable)
        let shared = LedgerEntry.make(2, "level", kind: .nonConsumable, customer: 2, sharing: 1)
        let ended = shared.with { $0.revocationDate = .start }
        let request = RefundRequest(id: 5, entryID: 1, reason: .other, requestDate: .start)
        let (revoked, edits) = refund(entry, [(entry, [ended, shared], request)])
        let access = shared.with {
            $0.revocationDate = date
            $0.revocationReason = .other
            $0.isRevocationUndelivered = true
        }
        var approved = request
        approved.decision = .approved
        approved.decisionDate = date
        #expect(
            edits == [
                .update(revoked), .update(access),
                .notify(NotificationEvent(.revoke), about: access, at: date),
                .renewReceipt(of: 2, at: date), .saveRefundRequest(approved),
                .renewReceipt(of: 1, at: date),
                .notify(NotificationEvent(.refund), about: revoked, at: date),
            ]
        )
    }

    @Test("A period that begins in a moment is refunded at its start")
    func comingPeriod() {
        let entry = LedgerEntry.period(1, at: date + 1)
        #expect(refund(entry, [(entry, [], nil)]).revoked.revocationDate == date + 1)
    }

    @Test("Failed, refunded and shared purchases cannot be refunded")
    func refusals() throws {
        let entry = LedgerEntry.make(1)
        try RefundRule.requireRefundable(entry)
        for unsuitable in [
            entry.with { $0.state = .failed }, entry.with { $0.revocationDate = date },
            entry.with { $0.sharedEntryID = 7 },
        ] {
            let error = #expect(throws: StoreError.self) {
                try RefundRule.requireRefundable(unsuitable)
            }
            #expect(error == .unsuitableEntry(id: 1, needs: "a purchase that can be refunded"))
        }
    }

    private func refund(
        _ entry: LedgerEntry,
        _ purchases: [(LedgerEntry, [LedgerEntry], RefundRequest?)],
        of subscription: CustomerSubscription? = nil
    ) -> (revoked: LedgerEntry, edits: [LedgerEdit]) {
        RefundRule.refund(
            entry,
            purchases: purchases.map { ($0.0, $0.1, $0.2) },
            subscription: subscription,
            because: .developerIssue,
            at: date
        )
    }
}
