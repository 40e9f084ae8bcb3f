import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The changes by purchases")
struct PurchaseChangesTests {
    private let date = Date.start + .days(15)
    private let present = LedgerEntry.period(1)
    private var history: PurchaseHistory {
        var history = PurchaseHistory()
        history.latestPeriod = present
        history.presentPeriod = present
        history.subscription = .make(in: present)
        history.lastPeriodStart = .start
        return history
    }

    @Test("A first period begins a subscription with its own number")
    func subscription() {
        let (entry, edits) = buy(.monthly, PurchaseHistory())
        #expect(entry.id == 11)
        #expect(entry.originalID == 11)
        #expect(entry.customerID == 7)
        let subscription = CustomerSubscription.make(in: entry)
        #expect(
            edits == [
                .renewReceipt(of: 7, at: date), .insert(entry), .saveSubscription(subscription),
                .notify(NotificationEvent(.subscribed, .initialBuy), about: entry, at: date),
            ]
        )
    }

    @Test("An upgrade refunds the rest of the period that it replaces, before its own entry")
    func upgrade() {
        let shared = LedgerEntry.period(2, customer: 2, sharing: 1)
        let (entry, edits) = buy(.best, history, sharing: ([], [shared]))
        #expect(entry.originalID == 1)
        let replaced = present.with {
            $0.isUpgraded = true
            $0.upgradeDate = date
            $0.amountRefunded = 5
        }
        #expect(edits[1] == .update(replaced))
        #expect(
            edits[2]
                == .update(
                    shared.with {
                        $0.isUpgraded = true
                        $0.upgradeDate = date
                    }
                )
        )
        #expect(edits[4] == .insert(entry))
        // The new period is not shared, so the access of the member ends.
        guard case .update(let revoked) = edits[7] else {
            Issue.record("\(edits[7])")
            return
        }
        #expect(revoked.revocationDate == date)
        #expect(!revoked.isUpgraded)
    }

    @Test("A downgrade is scheduled for the next renewal, with notifications of the present period")
    func downgrade() throws {
        let (entry, edits) = buy(.basic, history)
        #expect(entry.state == .scheduled)
        let former = try #require(history.subscription)
        let changed = former.with { $0.renewalProductID = "basic" }
        let event = NotificationEvent(.didChangeRenewalPref, .downgrade)
        #expect(
            edits == [
                .insert(entry), .saveSubscription(changed),
                .notify(event, about: present, at: date),
            ]
        )
    }

    @Test("A payment that fails changes nothing else")
    func failure() {
        let rule = rule(for: .monthly, PurchaseHistory())
        var numbers = EntryNumbers(after: 10)
        let (entry, edits) = rule.entry(
            of: .failed(.paymentCancelled, because: ""),
            by: 7,
            sharing: ([], []),
            numbers: &numbers
        )
        #expect(edits == [.insert(entry)])
    }

    @Test("An approved purchase keeps its number, and has the date of its approval")
    func approval() {
        let rule = rule(for: .monthly, PurchaseHistory())
        let deferred = LedgerEntry.period(4).with { $0.state = .deferred }
        var numbers = EntryNumbers(after: 10)
        let (entry, edits) = rule.approval(
            of: deferred,
            rule.outcome(isConfirmed: true, after: .approval),
            sharing: ([], []),
            numbers: &numbers
        )
        #expect(entry.id == 4)
        #expect(entry.state == .purchased)
        #expect(entry.purchaseDate == date)
        #expect(edits[1] == .update(entry))
    }

    @Test("A restored copy is removed when it is finished, and one that waits is not changed")
    func finishing() {
        let entry = LedgerEntry.make(1)
        #expect(entry.finished(with: .storeKit2) == [.finish(1, with: .storeKit2)])
        #expect(entry.with { $0.isFinished = true }.finished(with: nil).isEmpty)
        #expect(entry.with { $0.state = .deferred }.finished(with: nil).isEmpty)
        #expect(entry.with { $0.state = .restored }.finished(with: nil) == [.delete(1, of: 1)])
    }

    private func buy(
        _ product: CatalogProduct,
        _ history: PurchaseHistory,
        sharing: PurchaseRule.Sharing = ([], [])
    ) -> (entry: LedgerEntry, edits: [LedgerEdit]) {
        let rule = rule(for: product, history)
        var numbers = EntryNumbers(after: 10)
        return rule.entry(
            of: rule.outcome(isConfirmed: true),
            by: 7,
            sharing: sharing,
            numbers: &numbers
        )
    }

    private func rule(
        for product: CatalogProduct,
        _ history: PurchaseHistory
    ) -> PurchaseRule {
        PurchaseRule(
            request: PaymentRequest(productID: product.id),
            product: product,
            subscribedProduct: .monthly,
            settings: StoreSettings(),
            history: history,
            signature: .notChecked,
            date: date
        )
    }
}
