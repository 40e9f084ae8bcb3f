import AppReceipt
import TestCluster
import Testing

@testable import EntitlementModel

/// The entitlements of random histories, as time passes.
@Suite struct RuleHistoryTests {
    private let rule = EntitlementRule(
        ProductCatalog(names: ["product20": "pro"], durations: ["product10": 5 * .day])
    )

    @Test(arguments: 0..<200)
    func `nothing changes before the next change, which is to come`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let history = RandomHistory(seed: seed).history(using: &generator)
        let dates = RandomHistory.days.map { Milliseconds(days: $0) }
        for date in dates {
            let judgement = rule.judge(history.periods(at: date), at: date)
            let next = judgement.nextChange ?? .max
            #expect(next > date)
            for later in dates + [next - 1] where later > date && later < next {
                let then = rule.judge(history.periods(at: later), at: later)
                #expect(then.entitlements == judgement.entitlements, "\(date) \(later)")
            }
        }
    }

    @Test(arguments: 0..<100)
    func `each change is told to a customer, and to the owners alone`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let history = RandomHistory(seed: seed).history(using: &generator)
        for policy in TransferPolicy.allCases {
            let ownership = Ownership(history, policy)
            #expect(Set(ownership.everyone).count == ownership.everyone.count)
            #expect(ownership.everyone.starts(with: ownership.owners))
            for entry in history.timeline(at: 400 * .day, policy) {
                let told = ownership.everyone.filter { ownership.entry(entry, for: $0) != nil }
                if policy != .newest {
                    #expect(told == ownership.owners)
                } else if entry.reason == .transferred {
                    #expect((1...2).contains(told.count))
                } else {
                    #expect(told.count == 1)
                }
            }
        }
    }
}
