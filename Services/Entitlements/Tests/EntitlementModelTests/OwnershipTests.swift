import Foundation
import TestCluster
import Testing

@testable import EntitlementModel

/// The owners of a purchase, and the changes that each of them is told.
@Suite struct OwnershipTests {
    private static let third = UUID(uuid: (3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    @Test(arguments: 0..<100)
    func `a claim has the owners that were told beforehand`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let history = RandomHistory(seed: seed).history(using: &generator)
        for policy in TransferPolicy.allCases {
            for token in [UUID.first, .second, Self.third] {
                var claimed = history
                claimed.merge(TransactionFact.make("6", at: 1000, token: token))
                let told = history.owners(policy, ifClaimedBy: .account(token))
                #expect(claimed.owners(policy) == told, "\(policy) \(token)")
            }
        }
    }

    @Test func `both customers have a transfer, each with the other's name`() throws {
        let history = PurchaseHistory.make([
            .make("1", at: 0, token: .first), .make("2", at: 30, token: .second),
        ])
        let ownership = Ownership(history, .newest)
        let transfer = try #require(history.timeline(at: 31 * .day).last)
        #expect(transfer.reason == .transferred)
        #expect(ownership.entry(transfer, for: .account(.second))?.customer == .account(.first))
        #expect(ownership.entry(transfer, for: .account(.first))?.customer == .account(.second))
        #expect(ownership.entry(transfer, for: .account(Self.third)) == nil)
        #expect(ownership.everyone == [.account(.second), .account(.first)])
    }

    @Test func `a customer has the changes of its own time alone`() {
        let history = PurchaseHistory.make([
            .make("1", at: 0), .make("2", at: 30, token: .first),
            .make("3", at: 60, token: .second), .make("4", at: 90, token: .first),
        ])
        let ownership = Ownership(history, .newest)
        let timeline = history.timeline(at: 91 * .day)
        func told(_ token: UUID) -> [String] {
            timeline.compactMap { ownership.entry($0, for: .account(token)) }
                .map { "\($0.date / .day) \($0.reason)" }
        }
        let first = [
            "0 started", "30 renewed", "60 transferred", "90 renewed", "90 transferred",
        ]
        #expect(told(.first) == first)
        #expect(told(.second) == ["60 renewed", "60 transferred", "90 transferred"])
        #expect(told(Self.third) == [])
    }

    @Test(arguments: [TransferPolicy.keep, .share])
    func `without transfers each owner has every change, and others have none`(
        policy: TransferPolicy
    ) {
        let history = PurchaseHistory.make([
            .make("1", at: 0, token: .first), .make("2", at: 30, token: .second),
        ])
        let ownership = Ownership(history, policy)
        let timeline = history.timeline(at: 31 * .day, policy)
        #expect(timeline.map(\.reason) == [.started, .renewed])
        for entry in timeline {
            #expect(ownership.entry(entry, for: .account(.first)) == entry)
            let second = ownership.entry(entry, for: .account(.second))
            #expect(second == (policy == .share ? entry : nil))
            #expect(ownership.entry(entry, for: .account(Self.third)) == nil)
        }
        #expect(ownership.everyone == ownership.owners)
    }
}
