import Foundation
import LocalAppStore
import Testing

@Suite("Ask to Buy, issues and refunds")
struct ResolvingTests {
    let store: Store

    init() throws {
        store = try .make()
    }

    @Test("A purchase that needs approval is deferred and not charged")
    func deferring() throws {
        let entry = try deferred("level")
        #expect(entry.state == .deferred)
        #expect(entry.amountCharged == 0)
        #expect(try store.unfinishedEntries() == [entry])
    }

    @Test(
        "A payment can require approval itself, except in Xcode's environment",
        arguments: [
            (.sandbox, .deferred), (.production, .deferred), (.xcode, .purchased),
        ] as [(StoreEnvironment, LedgerEntry.State)]
    )
    func simulated(environment: StoreEnvironment, state: LedgerEntry.State) throws {
        try store.updateReceiptSettings { $0.environment = environment }
        let request = PaymentRequest(productID: "coins", simulatesAskToBuy: true)
        #expect(try store.pay(request).state == state)
    }

    @Test("A deferred purchase cannot be finished")
    func finishingDeferred() throws {
        let entry = try deferred("level")
        try store.finish([entry.id])
        #expect(try store.unfinishedEntries() == [entry])
    }

    @Test("Approval charges, at the date of the approval, with the same id")
    func approving() throws {
        let entry = try deferred("yearly")
        store.clock.advance(by: .days(2))
        let approved = try store.approve(entry.id)
        #expect(approved.id == entry.id)
        #expect(approved.state == .purchased)
        #expect(approved.amountCharged == 49.99)
        #expect(approved.purchaseDate == .start + .days(2))
        #expect(try store.entry(entry.id) == approved)
    }

    @Test("Approval decides anew: what the customer owns by then is not charged")
    func approvingWhatIsOwned() throws {
        let entry = try deferred("level")
        try store.updateSettings { $0.isAskToBuyEnabled = false }
        let bought = try store.pay("level")
        let approved = try store.approve(entry.id)
        #expect(approved.amountCharged == 0)
        #expect(approved.originalID == bought.id)
    }

    @Test("A declined purchase fails as cancelled and is not charged")
    func declining() throws {
        let entry = try deferred("level")
        let declined = try store.decline(entry.id)
        let reason = "The purchase waited for approval and was declined."
        #expect(declined.failure == .init(.paymentCancelled, reason: reason))
        #expect(try store.unfinishedEntries() == [declined])
    }

    @Test("An owned product needs no approval")
    func ownedNeedsNone() throws {
        try store.pay("level")
        #expect(try deferred("level").state == .purchased)
    }

    @Test("A purchase that is not deferred can be neither approved nor declined")
    func notDeferred() throws {
        let entry = try store.pay("level")
        let error = StoreError.unsuitableEntry(id: entry.id, needs: "waiting for approval")
        #expect(throws: error) { try store.approve(entry.id) }
        #expect(throws: error) { try store.decline(entry.id) }
        #expect(throws: StoreError.unknownEntry(id: 99)) { try store.approve(99) }
        #expect(try store.entry(entry.id) == entry)
    }

    @Test("An interrupted purchase fails with an issue; resolving it makes the purchase")
    func interrupted() throws {
        try store.updateSettings { $0.interruptsPurchases = true }
        let failed = try store.pay("level", user: "ann")
        let reason = "The store's settings interrupt purchases until their issue is resolved."
        #expect(failed.failure == .init(.unknown, underlying: .interrupted, reason: reason))
        #expect(failed.hasIssue)

        try store.updateSettings { $0.interruptsPurchases = false }
        let resolved = try store.resolveIssue(failed.id)
        #expect(resolved.state == .purchased)
        #expect(resolved.amountCharged == 2.99)
        #expect(resolved.applicationUsername == "ann")
        #expect(resolved.id != failed.id)
        #expect(try store.entry(failed.id)?.hasIssue == false)
    }

    @Test("Resolving completes the purchase even if others are still interrupted")
    func resolvingWhileInterrupting() throws {
        try store.updateSettings { $0.interruptsPurchases = true }
        let failed = try store.pay("level")
        #expect(try store.resolveIssue(failed.id).amountCharged == 2.99)
        #expect(try store.pay("coins").hasIssue)
    }

    @Test("An approved purchase can still be interrupted, and then resolved")
    func interruptedApproval() throws {
        let waiting = try deferred("level")
        try store.updateSettings { $0.interruptsPurchases = true }
        #expect(try store.approve(waiting.id).hasIssue)
        #expect(try store.resolveIssue(waiting.id).state == .purchased)
    }

    @Test("An issue is resolved once")
    func resolvingTwice() throws {
        try store.updateSettings { $0.interruptsPurchases = true }
        let failed = try store.pay("coins")
        try store.updateSettings { $0.interruptsPurchases = false }
        try store.resolveIssue(failed.id)
        #expect(
            throws: StoreError.unsuitableEntry(id: failed.id, needs: "interrupted by an issue")
        ) {
            try store.resolveIssue(failed.id)
        }
        #expect(try store.entries().map(\.amountCharged).reduce(0, +) == 0.99)
    }

    @Test("A refund of a non-consumable revokes all its entries")
    func refunding() throws {
        let first = try store.pay("level")
        let second = try store.pay("level")
        store.clock.advance(by: .days(1))
        try store.refunds.refund(second.id)
        let dates = try [first, second].map { try store.entry($0.id)?.revocationDate }
        #expect(dates == [.start + .days(1), .start + .days(1)])
        #expect(try store.undeliveredRevocations().map(\.id) == [first.id, second.id])
        try store.acknowledgeRevocations([first.id])
        #expect(try store.undeliveredRevocations().map(\.id) == [second.id])
    }

    @Test("A refunded consumable has no revocation to deliver")
    func refundingConsumable() throws {
        let entry = try store.refunds.refund(store.pay("coins").id)
        #expect(entry.revocationDate == .start)
        #expect(try store.undeliveredRevocations().isEmpty)
    }

    @Test("A purchase that was not charged, or was refunded, cannot be refunded")
    func refundingTwice() throws {
        let entry = try store.pay("coins")
        try store.refunds.refund(entry.id)
        let needs = "a purchase that can be refunded"
        #expect(throws: StoreError.unsuitableEntry(id: entry.id, needs: needs)) {
            try store.refunds.refund(entry.id)
        }
        let failed = try store.pay("diamonds")
        #expect(throws: StoreError.unsuitableEntry(id: failed.id, needs: needs)) {
            try store.refunds.refund(failed.id)
        }
    }

    private func deferred(_ productID: String) throws -> LedgerEntry {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        return try store.pay(productID)
    }
}
