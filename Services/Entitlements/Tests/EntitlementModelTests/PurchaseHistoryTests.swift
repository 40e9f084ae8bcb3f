import Foundation
import TestCluster
import Testing

@testable import EntitlementModel

@Suite struct PurchaseHistoryTests {
    @Test(arguments: 0..<60)
    func `any order and any repetition come to the same`(seed: UInt64) {
        let facts = RandomHistory(seed: seed)
        var generator = SplitMix64(seed: seed)
        let first = facts.history(using: &generator)
        for _ in 0..<8 {
            let other = facts.history(using: &generator)
            #expect(other == first)
            #expect(other.purchase() == first.purchase())
            for policy in TransferPolicy.allCases {
                #expect(other.owners(policy) == first.owners(policy))
            }
            for day in RandomHistory.days {
                let date = Milliseconds(days: day)
                #expect(other.periods(at: date) == first.periods(at: date))
                let timeline = other.timeline(at: date)
                #expect(timeline == first.timeline(at: date))
                #expect(timeline.allSatisfy { $0.date <= date })
                #expect(timeline == timeline.sorted())
            }
        }
    }

    @Test(arguments: 0..<200)
    func `a purchase is as its rule says`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let history = RandomHistory(seed: seed).history(using: &generator)
        for day in RandomHistory.days {
            let date = Milliseconds(days: day)
            #expect(history.purchase(begunBy: date) == history.expectedPurchase(begunBy: date))
        }
        #expect(history.purchase() == history.expectedPurchase(begunBy: .max))
    }

    @Test(arguments: 0..<100)
    func `periods are those that begin later, each once`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let history = RandomHistory(seed: seed).history(using: &generator)
        for day in RandomHistory.days {
            let date = Milliseconds(days: day)
            let periods = history.periods(at: date)
            let dates = periods.map(\.purchaseDate)
            #expect(dates == Set(dates).sorted())
            #expect(periods.first { $0.purchaseDate <= date } == history.purchase(begunBy: date))
            #expect(periods.last == history.purchase())
            for later in [date, date + 7 * .day] {
                let latest = periods.last { $0.purchaseDate <= later }
                #expect(latest == history.purchase(begunBy: later))
            }
        }
    }

    @Test func `nothing is known of a purchase by renewal infos alone`() {
        let history = PurchaseHistory.make([], [.make(signed: 0)])
        #expect(history.purchase() == nil)
        #expect(history.owners(.newest).isEmpty)
        #expect(history.periods(at: 0).isEmpty)
        #expect(history.timeline(at: .max).isEmpty)
    }

    @Test func `the renewal info that was signed last counts`() {
        let history = PurchaseHistory.make(
            [.make("1", at: 0)],
            [.failed(signed: 30), .make(signed: 31), .failed(signed: 20)]
        )
        #expect(history.renewals.count == 3)
        #expect(history.purchase()?.renewal == .init(signingDate: 31 * .day))
    }

    @Test func `a policy decides between tokens`() {
        let history = PurchaseHistory.make([
            .make("1", at: 0), .make("2", at: 30, token: .second),
            .make("3", at: 60, token: .first),
            .make("4", at: 90, token: .second), .make("5", at: 120),
            .make("6", at: 150, token: .first),
        ])
        #expect(history.owners(.newest) == [.account(.first)])
        #expect(history.owners(.keep) == [.account(.second)])
        #expect(history.owners(.share) == [.account(.second), .account(.first)])
    }

    @Test func `without a token the download of the app has the purchase, or itself`() {
        let downloads: [TransactionFact] = [
            .make("1", at: 0) { $0.appTransactionID = "old" },
            .make("2", at: 30) { $0.appTransactionID = "new" }, .make("3", at: 60),
        ]
        for policy in TransferPolicy.allCases {
            let owners = PurchaseHistory.make(downloads).owners(policy)
            #expect(owners == [.appTransaction("new")])
            let receipt = TransactionFact.make("9", at: 0, isOfReceipt: true)
            let own = PurchaseHistory.make([receipt]).owners(policy)
            #expect(own == [.originalTransaction("1")])
        }
    }

    @Test func `the newest revocation is kept when it is reversed`() {
        let history = PurchaseHistory.make([
            .make("1", at: 0, signed: 9), .make("1", at: 0, revoked: 5),
            .make("1", at: 0, revoked: 7), .make("1", at: 0, isOfReceipt: true),
        ])
        #expect(history.transactions["1"]?.lastRevocation == 7 * .day)
        #expect(history.transactions["1"]?.terms.watermark.isRevoked == false)
    }

    @Test func `most refunded seats count, since they were first signed`() {
        typealias Refund = TransactionFact.SeatRefund
        #expect(Refund(seats: 1, signingDate: 9) < Refund(seats: 2, signingDate: 1))
        #expect(Refund(seats: 2, signingDate: 9) < Refund(seats: 2, signingDate: 1))
    }
}

// A second implementation of the rule, by sorting.
extension PurchaseHistory {
    fileprivate func expectedPurchase(begunBy date: Milliseconds) -> Purchase? {
        func isUpgraded(_ fact: TransactionFact) -> Bool { fact.details?.isUpgraded ?? false }
        func sharesPeriod(_ fact: TransactionFact) -> Bool { fact.details?.sharesPeriod ?? false }
        func endsAccess(_ fact: TransactionFact) -> Bool {
            fact.terms.watermark.isRevoked || isUpgraded(fact)
        }
        let begun = transactions.values.filter { $0.terms.purchaseDate <= date }.sorted {
            ($0.terms.purchaseDate, isUpgraded($0) ? 0 : 1, $0.transactionID)
                > ($1.terms.purchaseDate, isUpgraded($1) ? 0 : 1, $1.transactionID)
        }
        guard let newest = begun.first else { return nil }
        let period = begun.filter { other in
            other == newest
                || newest.terms.expirationDate != nil
                    && other.terms.expirationDate == newest.terms.expirationDate
                    && (sharesPeriod(other) || sharesPeriod(newest))
        }
        let sorted = period.sorted {
            (endsAccess($0) ? 0 : 1, $0.terms.purchaseDate, $0.transactionID)
                > (endsAccess($1) ? 0 : 1, $1.terms.purchaseDate, $1.transactionID)
        }
        let seats = period.filter { !endsAccess($0) }.compactMap { $0.details?.seats }
        return Purchase(
            originalTransactionID: key.originalTransactionID,
            productID: sorted[0].terms.productID,
            productType: sorted[0].details?.productType,
            purchaseDate: newest.terms.purchaseDate,
            expirationDate: sorted[0].terms.expirationDate,
            isRevoked: endsAccess(sorted[0]),
            seats: seats.isEmpty ? nil : seats.reduce(0) { $0 + Int64($1) },
            isAssigned: sorted[0].details?.isAssigned ?? false,
            isBilledMonthly: sorted[0].details?.isBilledMonthly ?? false,
            renewal: renewals.values.sorted { $0.watermark < $1.watermark }.last.map {
                Purchase.Renewal(
                    signingDate: $0.watermark.signingDate,
                    gracePeriodEnd: $0.gracePeriodEnd,
                    isInBillingRetry: $0.isInBillingRetry
                )
            }
        )
    }
}
