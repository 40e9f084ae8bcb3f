import AppReceipt
import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Dates in whole seconds")
struct WholeSecondTests {
    private let store: Store

    init() throws {
        store = try .make(.subscriptions, clock: .manual(startingAt: .start + 0.789))
    }

    @Test("In the last second of a period, a receipt and the store agree about its end")
    func lastSecond() throws {
        try store.subscriptions.setAutoRenew(false, of: store.pay("monthly").id)
        let end = try #require(try store.verifiedReceipt().inAppPurchases.first?.expirationDate)
        store.clock.advance(to: end - 0.001)
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
        store.clock.advance(by: 0.001)
        #expect(try store.subscriptions.all().map(\.status) == [.expired])
        #expect(try store.entries().map(\.expirationDate) == [end])
    }

    @Test("Every date of a purchase is a whole second, rounded down")
    func dates() throws {
        let entry = try store.pay("monthly")
        #expect(entry.purchaseDate == .start)
        store.clock.advance(by: 0.5)
        try store.pay("best")
        store.clock.advance(by: .days(40) + 0.25)
        try store.refunds.refund(2)
        store.clock.advance(by: 0.125)
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        try store.pay("weekly")
        try store.subscriptions.forceRenewal(ofProduct: "weekly")
        let dates =
            try store.entries().flatMap(\.dates) + store.subscriptions.all().flatMap(\.dates)
        #expect(dates.count == 20)
        #expect(dates.allSatisfy { $0 == $0.wholeSeconds })
    }

    @Test("Purchases of the same second are in the order of their numbers everywhere")
    func sameSecond() throws {
        try store.pay("monthly")
        store.clock.advance(by: 0.05)
        try store.pay("best")
        store.clock.advance(by: 0.05)
        try store.pay("trial")
        #expect(try store.entries().map(\.purchaseDate) == [.start, .start + 1, .start])
        #expect(try store.transactionHistory().entries.map(\.id).sorted() == [1, 2, 3])
        let info = try #require(try store.verifyOwnReceipt().list("latest_receipt_info"))
        #expect(info.map { $0["transaction_id"] as? String } == ["3", "2", "1"])
        #expect(try store.entry(1)?.isUpgraded == true)
        #expect(try store.subscriptions.all().map(\.productID) == ["best", "trial"])
        try store.delete(3)
        try store.delete(2)
        #expect(try store.subscriptions.all().map(\.productID) == ["monthly"])
    }

    @Test("A period that was ended at its start, ahead of the clock, does not renew again")
    func endedAhead() throws {
        for _ in 1...2 {
            try store.pay("monthly")
            try store.subscriptions.forceExpiry(ofProduct: "monthly")
        }
        #expect(try store.entry(2)?.purchaseDate == .start + 1)
        let later = try store.pay("monthly")
        try store.delete(later.id)
        let subscription = try #require(store.subscriptions.all().first)
        #expect(subscription.entryID == 2)
        #expect(subscription.status == .expired)
        store.clock.advance(by: .days(40))
        #expect(try store.entries().map(\.id) == [1, 2])
    }

    @Test("The dates of an older ledger are rounded down when it is opened")
    func migration() throws {
        let folder = try TemporaryFolder()
        let clock = StoreClock.manual(startingAt: .start)
        let older = try Store.make(.subscriptions, at: .file(folder.file()), clock: clock)
        try older.pay("monthly")
        let before = (try older.entries(), try older.subscriptions.all())
        try older.execute(
            sql: """
                UPDATE entry SET purchaseDate = purchaseDate + 789,
                    expirationDate = expirationDate + 789, upgradeDate = -1;
                UPDATE subscription SET expirationDate = expirationDate + 789,
                    anchorDate = anchorDate + 789, nextEventDate = nextEventDate + 789;
                \(LedgerSchema.undoingServerRequests) PRAGMA user_version = 9
                """
        )
        try older.close()
        let store = try Store.make(.subscriptions, at: .file(folder.file()), clock: clock)
        var entries = try store.entries()
        #expect(entries[0].upgradeDate == Date(timeIntervalSince1970: -1))
        entries[0].upgradeDate = nil
        #expect(entries == before.0)
        var subscriptions = try store.subscriptions.all()
        // An older ledger does not have it.
        subscriptions[0].anchor.day = 1
        #expect(subscriptions == before.1)
        clock.advance(to: "2024-04-01T12:00:00Z")
        #expect(try store.entries().map(\.purchaseDate) == [.start, "2024-04-01T12:00:00Z"])
    }
}

extension LedgerEntry {
    fileprivate var dates: [Date] {
        let all = [
            purchaseDate, originalPurchaseDate, expirationDate, revocationDate, upgradeDate,
        ]
        return all.compactMap { $0 }
    }
}

extension CustomerSubscription {
    fileprivate var dates: [Date] {
        [expirationDate, startDate, billingIssue?.gracePeriodEnd, billingIssue?.retryEnd]
            .compactMap { $0 }
    }
}
