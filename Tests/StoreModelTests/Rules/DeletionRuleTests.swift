import Foundation
import StoreModel
import Testing

@Suite("The rule of deleted purchases")
struct DeletionRuleTests {
    private let date = Date.start + .days(40)
    private let first = LedgerEntry.period(1)
    private let second = LedgerEntry.period(2, original: 1, at: .start + .days(30))

    @Test("The period before becomes the current one, which has ended")
    func period() {
        let former = CustomerSubscription.make(in: second).with { $0.id = 1 }
        let edits = deletion(of: [2], from: former, newest: (first, [], []))
        guard case .saveSubscription(let subscription) = edits[3] else {
            Issue.record("\(edits[3])")
            return
        }
        #expect(
            edits.prefix(3) == [
                .delete(2, of: 1), .deleteNotifications(about: [2]), .update(first),
            ]
        )
        #expect(subscription.entryID == 1)
        #expect(subscription.expirationReason == .customerCancelled)
        #expect(edits.last == .renewReceipt(of: 1, at: date))
    }

    @Test("A period that a refunded upgrade replaced does not return")
    func replaced() {
        let upgraded = first.with { $0.isUpgraded = true }
        let former = CustomerSubscription.make(in: second).with { $0.revocationDate = date }
        let edits = deletion(of: [2], from: former, newest: (upgraded, [], []))
        guard case .saveSubscription(let subscription) = edits[2] else {
            Issue.record("\(edits[2])")
            return
        }
        #expect(subscription.status == .revoked)
    }

    @Test("Without periods, there is no subscription; the family's transactions are deleted, too")
    func all() {
        let shared = LedgerEntry.period(3, customer: 2, sharing: 2)
        let edits = deletion(of: [2, 1], shared: [shared], from: .make(in: second), newest: nil)
        #expect(
            edits == [
                .delete(1, of: 1), .delete(2, of: 1), .deleteNotifications(about: [1, 2]),
                .delete(3, of: 2), .renewReceipt(of: 2, at: date),
                .deleteNotifications(about: [3]), .deleteSubscription(1),
                .renewReceipt(of: 1, at: date),
            ]
        )
    }

    @Test("Of two periods that begin together, the replaced one is the older")
    func newest() {
        let upgraded = LedgerEntry.period(5).with { $0.isUpgraded = true }
        let failed = second.with { $0.state = .failed }
        #expect(DeletionRule.newestPeriod(among: [first, upgraded, failed]) == first)
        #expect(DeletionRule.newestPeriod(among: [second, first]) == second)
    }

    private func deletion(
        of ids: Set<LedgerEntry.ID>,
        shared: [LedgerEntry] = [],
        from subscription: CustomerSubscription,
        newest: DeletionRule.Period?
    ) -> [LedgerEdit] {
        DeletionRule.deletion(
            of: ids,
            by: 1,
            shared: shared,
            from: subscription,
            newest: newest,
            at: date
        )
    }
}
