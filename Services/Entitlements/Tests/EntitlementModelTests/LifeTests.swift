import AppReceipt
import TestCluster
import Testing

@testable import EntitlementModel

@Suite struct LifeTests {
    @Test(arguments: 0..<200)
    func `the timeline of a life is as it was lived`(seed: UInt64) {
        let life = SubscriptionLife(seed: seed)
        var generator = SplitMix64(seed: seed)
        let facts = life.facts.shuffled(using: &generator)
        let renewals = life.renewals.shuffled(using: &generator)
        let history = PurchaseHistory.make(facts, renewals)
        let timeline = history.timeline(at: Milliseconds(life.day) * .day)
        #expect(timeline.map { "\($0.date / .day) \($0.reason)" } == life.expected)
    }

    @Test(arguments: 0..<30)
    func `each day of a life, the timeline and the rule of entitlements agree`(
        seed: UInt64
    ) throws {
        let life = SubscriptionLife(seed: seed)
        let rule = EntitlementRule(ProductCatalog())
        for day in 0...life.day {
            let now = Milliseconds(day) * .day
            let history = PurchaseHistory.make(
                life.facts.filter { $0.terms.watermark.signingDate <= now },
                life.renewals.filter { $0.signingDate <= now }
            )
            let purchase = try #require(history.purchase(begunBy: now))
            let reasons: Set<EventReason> =
                switch rule.judge([purchase], at: now).entitlements.first?.state {
                case .active: [.started, .renewed, .recovered, .productChanged, .refundReversed]
                case nil: [.expired, .refunded]
                default: [.billingIssue]
                }
            let newest = history.transactions.values.max { $0.isOlder(than: $1) }?.transactionID
            let last = history.timeline(at: now).last { entry in
                switch entry.reason {
                case .cancelled, .uncancelled: false
                case .refunded, .refundReversed: entry.transactionID == newest
                default: true
                }
            }
            #expect(reasons.contains(try #require(last).reason), "day \(day)")
        }
    }

    @Test func `lives have changes of every kind`() {
        let entries = (0..<200).flatMap { SubscriptionLife(seed: $0).expected }
        let reasons = Set(entries.compactMap { $0.split(separator: " ").last.map(String.init) })
        let kinds: [EventReason] = [
            .started, .renewed, .recovered, .productChanged, .cancelled, .uncancelled,
            .billingIssue, .expired, .refunded, .refundReversed,
        ]
        #expect(reasons == Set(kinds.map(\.rawValue)))
    }
}
