import Foundation
import LocalAppStore
import Testing

@Suite("Confirming")
struct ConfirmingTests {
    let store: Store

    init() throws {
        store = try .make()
    }

    @Test("A customer who refuses is not charged")
    func refusing() throws {
        store.confirmationPolicy = .refuse
        let entry = try store.pay("coins")
        #expect(entry.failure == .cancelled)
        #expect(entry.amountCharged == 0)
    }

    @Test("The customer sees the product and decides")
    func asking() throws {
        let shown = Locked<[PurchaseSheet]>([])
        store.confirmationPolicy = .ask { sheet in
            shown.withLock { $0.append(sheet) }
            return sheet.productID == "level"
        }
        #expect(try store.pay("coins", quantity: 2).failure == .cancelled)
        #expect(try store.pay("level").state == .purchased)
        let sheets = shown.withLock { $0 }
        #expect(sheets.map(\.title) == ["coins", "The Level"])
        #expect(sheets.map(\.summary) == ["", "One more level"])
        #expect(sheets.map(\.price) == [1.98, 2.99])
        #expect(sheets.map(\.quantity) == [2, 1])
        #expect(sheets[0].priceLocale.currency?.identifier == "USD")
    }

    @Test("An owned product and a free trial are shown as free")
    func freeSheets() throws {
        let prices = Locked<[Decimal]>([])
        try store.pay("level")
        store.confirmationPolicy = .ask { sheet in
            prices.withLock { $0.append(sheet.price) }
            return true
        }
        try store.pay("level")
        try store.pay("monthly")
        #expect(prices.withLock { $0 } == [0, 0])
    }

    @Test(
        "No confirmation is needed for a refused payment, outside the app, or without dialogs"
    )
    func notAsking() throws {
        store.confirmationPolicy = .ask { sheet in
            Issue.record("asked about \(sheet.productID)")
            return false
        }
        #expect(
            try store.pay("diamonds").failure
                == .init(.paymentInvalid, reason: "The catalog has no product \"diamonds\".")
        )
        let outside = PaymentRequest(productID: "coins", isMadeOutsideApp: true)
        #expect(try store.pay(outside).state == .purchased)
        try store.updateSettings { $0.disablesDialogs = true }
        #expect(try store.pay("coins").state == .purchased)
    }

    @Test("A payment that another thread makes in the meantime is considered")
    func racing() throws {
        store.confirmationPolicy = .ask { [store] _ in
            store.confirmationPolicy = .confirm
            return (try? store.pay("level").state) == .purchased
        }
        let late = try store.pay("level")
        #expect(late.amountCharged == 0)
        #expect(try store.entries().map(\.amountCharged).reduce(0, +) == 2.99)
    }
}

extension LedgerEntry.Failure {
    fileprivate static let cancelled = LedgerEntry.Failure(
        .paymentCancelled,
        reason: "The customer cancelled the purchase."
    )
}
