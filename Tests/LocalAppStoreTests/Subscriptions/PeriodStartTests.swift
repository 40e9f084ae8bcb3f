import Foundation
import Testing

@testable import LocalAppStore

@Suite("Starts of a subscription's periods")
struct PeriodStartTests {
    private let store: Store

    init() throws {
        store = try .make(.subscriptions, clock: .manual(startingAt: .start + 0.789))
    }

    @Test("No two begin at one date, in their order", arguments: StoreEnvironment.allCases)
    func distinct(environment: StoreEnvironment) throws {
        try store.updateReceiptSettings { $0.environment = environment }
        try store.pay("monthly")
        try store.pay("best")
        try store.subscriptions.forceRenewal(ofProduct: "best")
        try store.subscriptions.forceRenewal(ofProduct: "best")
        try store.subscriptions.forceExpiry(ofProduct: "best")
        try store.pay("basic")
        try store.refunds.refund(try #require(try store.entries().last).id)
        try store.pay("basic")
        let periods = try store.entries()
        #expect(Set(periods.map(\.originalID)) == [1])
        #expect(
            zip(periods, periods.dropFirst()).allSatisfy { $0.purchaseDate < $1.purchaseDate }
        )
        #expect(periods.count == 6)
        // Each ends before the next one begins.
        #expect(zip(periods, periods.dropFirst()).allSatisfy { $0.end <= $1.purchaseDate })
        let precision = environment == .xcode ? 1 : 1000
        #expect(periods.allSatisfy { Int($0.purchaseDate.milliseconds) % precision == 0 })
    }

    @Test(
        "Forced renewals are apart in a receipt, too",
        arguments: [StoreEnvironment.sandbox, .xcode]
    )
    func receipt(environment: StoreEnvironment) throws {
        try store.updateReceiptSettings { $0.environment = environment }
        try store.pay("monthly")
        for _ in 0..<3 {
            store.clock.advance(by: 0.1)
            try store.subscriptions.forceRenewal(ofProduct: "monthly")
        }
        let info = try #require(try store.verifyOwnReceipt().list("latest_receipt_info"))
        #expect(Set(info.map { $0["purchase_date_ms"] as? String }).count == 4)
        #expect(Set(info.map { $0["expires_date_ms"] as? String }).count == 4)
    }

    @Test("In Xcode's environment a purchase has its own date, however soon after another one")
    func xcode() throws {
        try store.updateReceiptSettings { $0.environment = .xcode }
        try store.pay("monthly")
        store.clock.advance(by: 0.25)
        try store.pay("best")
        let entries = try store.entries()
        #expect(entries.map(\.purchaseDate) == [.start + 0.789, .start + 1.039])
        #expect(entries[0].upgradeDate == entries[1].purchaseDate)
    }

    @Test("A period of a refunded purchase that was taken back counts, too")
    func reversal() throws {
        let first = try store.pay("monthly")
        try store.refunds.refund(first.id)
        let second = try store.pay("monthly")
        try store.refunds.refund(second.id)
        try store.refunds.reverse(first.id)
        #expect(try store.pay("best").purchaseDate == .start + 2)
    }

    @Test("A period that is replaced at once is refunded whole")
    func refund() throws {
        let first = try store.pay("monthly")
        try store.pay("best")
        #expect(try store.entry(first.id)?.amountRefunded == first.price)
    }

    @Test("A period that a payment recovers at once is later, too", arguments: [true, false])
    func recovery(hasGracePeriod: Bool) throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = hasGracePeriod
        }
        let first = try store.pay("monthly")
        try store.subscriptions.forceRenewal(ofProduct: "monthly")
        let status = try store.subscriptions.all().map(\.status)
        #expect(status == [hasGracePeriod ? .inGracePeriod : .inBillingRetryPeriod])
        let second = try store.resolveIssue(first.id)
        #expect(second.purchaseDate == .start + 1)
    }

    @Test("A refund and an end before the start of a period have the date of the start")
    func notBeforeStart() throws {
        try store.pay("monthly")
        let best = try store.pay("best")
        #expect(best.purchaseDate == .start + 1)
        #expect(try store.refunds.refund(best.id).revocationDate == best.purchaseDate)
        try store.pay("weekly")
        try store.subscriptions.forceRenewal(ofProduct: "weekly")
        try store.subscriptions.forceExpiry(ofProduct: "weekly")
        let entry = try #require(try store.entries().last)
        #expect(entry.expirationDate == entry.purchaseDate)
        let subscription = try #require(try store.subscriptions.all().last)
        #expect(subscription.status == .expired)
        #expect(!subscription.isEntitled(at: store.clock.now))
    }
}

extension LedgerEntry {
    fileprivate var end: Date {
        [expirationDate, upgradeDate, revocationDate].compactMap { $0 }.min() ?? purchaseDate
    }
}
