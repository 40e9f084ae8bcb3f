import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The rule of reversed refunds")
struct RefundReversalRuleTests {
    private let date = Date.start + .days(5)
    private let refunded = LedgerEntry.period(1).with {
        $0.revocationDate = .start + .days(2)
        $0.revocationReason = .other
        $0.amountRefunded = 10
        $0.isRevocationUndelivered = true
    }
    private var ended: CustomerSubscription {
        .make(in: refunded).with {
            $0.revocationDate = .start + .days(2)
            $0.isAutoRenewEnabled = false
            $0.expirationReason = .unknown
        }
    }

    @Test("The customer pays again, and is entitled until the end of the period")
    func subscription() {
        let rule = rule(subscription: ended)
        let entry = rule.reinstated
        #expect(entry.amountRefunded == 0)
        #expect(entry.revocationDate == nil)
        let subscription = ended.with {
            $0.revocationDate = nil
            $0.expirationReason = nil
        }
        #expect(!subscription.isAutoRenewEnabled)
        #expect(
            edits(by: rule) == [
                .update(entry), .saveSubscription(subscription), .renewReceipt(of: 1, at: date),
                .notify(NotificationEvent(.refundReversed), about: entry, at: date),
            ]
        )
    }

    @Test("The part that an upgrade refunded stays refunded")
    func upgraded() {
        let upgraded = refunded.with {
            $0.isUpgraded = true
            $0.upgradeDate = .start + .days(15)
        }
        let rule = RefundReversalRule(
            upgraded,
            refunds: [(upgraded, [], [])],
            subscription: ended,
            at: date
        )
        #expect(rule.reinstated.amountRefunded == 5)
        #expect(edits(by: rule).first == .update(rule.reinstated))
        #expect(edits(by: rule).count == 3)
    }

    @Test("A member has access again, and one who joined since has it from now on")
    func family() throws {
        let shared = LedgerEntry.period(2, customer: 2, sharing: 1).with {
            $0.revocationDate = refunded.revocationDate
            $0.revocationReason = .other
        }
        let members = [
            FamilyMember(customerID: 2, latestAccess: shared),
            FamilyMember(customerID: 3, latestAccess: nil),
        ]
        let rule = RefundReversalRule(
            refunded,
            refunds: [(refunded, members, [shared])],
            subscription: ended,
            at: date
        )
        let edits = edits(by: rule)
        let returned = shared.with {
            $0.revocationDate = nil
            $0.revocationReason = nil
        }
        #expect(edits[4] == .update(returned))
        guard case .insert(let access) = edits[7] else {
            Issue.record("\(edits[7])")
            return
        }
        #expect(access.id == 11)
        #expect(access.customerID == 3)
        #expect(access.purchaseDate == date)
        #expect(access.price == 0)
    }

    @Test("A period that the customer paid for again is not reversed")
    func replaced() throws {
        try RefundReversalRule.requireReversible(refunded, periods: [refunded])
        let later = LedgerEntry.period(2, original: 1, at: .start + .days(4))
        #expect(throws: StoreError.self) {
            try RefundReversalRule.requireReversible(refunded, periods: [refunded, later])
        }
        let next = LedgerEntry.period(2, original: 1, at: .start + .days(30))
        try RefundReversalRule.requireReversible(refunded, periods: [refunded, next])
    }

    @Test("Only a refunded purchase is reversed")
    func refusals() {
        let error = #expect(throws: StoreError.self) {
            try RefundReversalRule.requireReversible(.make(1), periods: [])
        }
        #expect(error == .unsuitableEntry(id: 1, needs: "a refunded purchase"))
    }

    private func rule(subscription: CustomerSubscription?) -> RefundReversalRule {
        RefundReversalRule(
            refunded,
            refunds: [(refunded, [], [])],
            subscription: subscription,
            at: date
        )
    }

    private func edits(by rule: RefundReversalRule) -> [LedgerEdit] {
        var numbers = EntryNumbers(after: 10)
        return rule.edits(numbers: &numbers)
    }
}
