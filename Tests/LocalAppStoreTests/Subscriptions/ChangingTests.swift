import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Changing a subscription")
struct ChangingTests {
    let store: Store

    init() throws {
        store = try .make(.subscriptions)
        try store.pay("monthly")
        store.clock.advance(to: "2024-03-16T00:00:00Z")
    }

    private var subscription: CustomerSubscription {
        get throws { try #require(try store.subscriptions.all().first) }
    }

    @Test("An upgrade begins at once, and the rest of the period is refunded")
    func upgrade() throws {
        let upgrade = try store.pay("best")
        #expect(upgrade.state == .purchased)
        #expect(upgrade.amountCharged == 30)
        #expect(upgrade.purchaseDate == "2024-03-16T00:00:00Z")
        #expect(upgrade.expirationDate == "2024-04-16T00:00:00Z")
        let replaced = try #require(try store.entry(1))
        #expect(replaced.isUpgraded)
        #expect(replaced.upgradeDate == "2024-03-16T00:00:00Z")
        // 16.5 of 31 days are left.
        #expect(replaced.amountRefunded == 5.32)
        #expect(replaced.revocationDate == nil)
        #expect(try subscription.productID == "best")

        store.clock.advance(to: "2024-05-01T00:00:00Z")
        #expect(try store.entries().map(\.productID) == ["monthly", "best", "best"])
    }

    @Test("An upgrade replaces the present period, also if that was requested before the others")
    func approvedLate() throws {
        let store = try Store.make(.subscriptions)
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let late = try store.pay("basic")
        try store.updateSettings { $0.isAskToBuyEnabled = false }
        try store.pay("basic")
        try store.subscriptions.forceExpiry(ofProduct: "basic")
        store.clock.advance(by: 60)
        try store.approve(late.id)
        try store.pay("best")
        #expect(try store.entries().map(\.isUpgraded) == [true, false, false])
    }

    @Test("To delete a refunded upgrade does not bring the older period back")
    func deletedUpgrade() throws {
        let upgrade = try store.pay("best")
        try store.refunds.refund(upgrade.id)
        try store.pay("monthly")
        try store.delete(upgrade.id)
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
        #expect(try store.entry(1)?.isUpgraded == true)
    }

    @Test("An upgraded period is cancelled in the receipt, on the date of the upgrade")
    func receipt() throws {
        try store.pay("best")
        let purchases = try store.verifiedReceipt().inAppPurchases
            .sorted { $0.purchaseDate < $1.purchaseDate }
        #expect(purchases.map(\.cancellationDate) == ["2024-03-16T00:00:00Z", nil])
        #expect(purchases.map(\.cancellationReason) == [nil, nil])
    }

    @Test("A downgrade begins with the next renewal, and costs nothing before")
    func downgrade() throws {
        let downgrade = try store.pay("basic")
        #expect(downgrade.state == .scheduled)
        #expect(downgrade.amountCharged == 0)
        #expect(downgrade.originalID == 1)
        #expect(try subscription.productID == "monthly")
        #expect(try subscription.renewalProductID == "basic")
        #expect(try store.productsInReceipt == ["monthly"])

        store.clock.advance(to: "2024-05-01T12:00:00Z")
        let periods = try store.entries().filter { $0.state == .purchased }
        #expect(periods.map(\.productID) == ["monthly", "basic", "basic"])
        #expect(periods.map(\.price) == [10, 5, 5])
        #expect(periods[1].purchaseDate == "2024-04-01T12:00:00Z")
    }

    @Test("A crossgrade of the same duration begins at once, of another one with the renewal")
    func crossgrade() throws {
        #expect(try store.pay("yearly").state == .scheduled)
        let now = try store.pay("monthlyToo")
        #expect(now.state == .purchased)
        #expect(try store.entry(1)?.amountRefunded == 5.32)
        #expect(try subscription.renewalProductID == "monthlyToo")
        store.clock.advance(to: "2024-04-16T00:00:00Z")
        #expect(try store.entries().last?.productID == "monthlyToo")
    }

    @Test("Buying the present product again takes back a downgrade")
    func takingBack() throws {
        try store.pay("basic")
        #expect(try store.pay("basic").failure?.underlying == .alreadySubscribed)
        #expect(try store.pay("monthly").state == .scheduled)
        #expect(try store.pay("monthly").failure?.underlying == .alreadySubscribed)
        store.clock.advance(to: "2024-04-01T12:00:00Z")
        #expect(try store.entries().last?.productID == "monthly")
    }

    @Test("Buying the present product again turns auto-renew on again")
    func renewingAgain() throws {
        try store.subscriptions.setAutoRenew(false, of: 1)
        #expect(try store.pay("monthly").state == .scheduled)
        #expect(try subscription.isAutoRenewEnabled)
    }

    @Test("A promotional offer for the present product begins with the next renewal")
    func promotionalOffer() throws {
        let request = PaymentRequest(productID: "monthly", discount: .make("half"))
        let entry = try store.pay(request)
        #expect(entry.state == .scheduled)
        store.clock.advance(to: "2024-07-02T00:00:00Z")
        let periods = try store.entries().filter { $0.state == .purchased }
        #expect(periods.map { "\($0.price)".prefix(4) } == ["10", "2.49", "2.49", "2.49", "10"])
        #expect(periods.map(\.offer).last == .some(nil))
        #expect(periods[1].offer == .promotional(id: "half"))
    }

    @Test("Another product's subscription can be bought after the first one has ended")
    func afterTheEnd() throws {
        try store.subscriptions.setAutoRenew(false, of: 1)
        store.clock.advance(to: "2024-05-01T00:00:00Z")
        let entry = try store.pay("basic")
        #expect(entry.state == .purchased)
        #expect(entry.originalID == 1)
        #expect(try subscription.status == .subscribed)
        #expect(try subscription.productID == "basic")
        #expect(try store.entry(1)?.isUpgraded == false)
    }

    @Test("A finished change stays in the ledger and is not delivered again")
    func finishing() throws {
        let downgrade = try store.pay("basic")
        try store.finish([1, downgrade.id])
        #expect(try store.unfinishedEntries() == [])
        #expect(try store.entry(downgrade.id)?.isFinished == true)
        #expect(try store.restore().map(\.productID) == ["monthly"])
    }

    @Test(
        "The refund is in proportion to the time that is left",
        arguments: [
            (0, 10), (15, 5), (29, Decimal(string: "0.33") ?? 0), (30, 0), (40, 0), (-5, 10),
        ] as [(Double, Decimal)]
    )
    func proration(days: Double, refund: Decimal) throws {
        var entry = try #require(try store.entry(1))
        entry.expirationDate = entry.purchaseDate + .days(30)
        let date = entry.purchaseDate + .days(days)
        #expect(SubscriptionChangeRule.proratedRefund(of: entry, at: date) == refund)
    }

    @Test("Nothing is left of a period that was ended at its start")
    func emptyPeriod() throws {
        var entry = try #require(try store.entry(1))
        entry.expirationDate = entry.purchaseDate
        let start = entry.purchaseDate
        #expect(SubscriptionChangeRule.proratedRefund(of: entry, at: start) == 0)
        #expect(SubscriptionChangeRule.proratedRefund(of: entry, at: start + 1) == 0)
    }
}
