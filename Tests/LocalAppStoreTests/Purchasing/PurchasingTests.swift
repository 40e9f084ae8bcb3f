import Foundation
import LocalAppStore
import Testing

@Suite("Purchasing")
struct PurchasingTests {
    let store: Store

    init() throws {
        store = try .make()
    }

    @Test("A purchase is charged at the catalog's price, times the quantity")
    func charges() throws {
        let entry = try store.pay("coins", quantity: 3)
        #expect(entry.state == .purchased)
        #expect(entry.price == 0.99)
        #expect(entry.amountCharged == 2.97)
        #expect(entry.currencyCode == "USD")
        #expect(entry.storefront == "USA")
        #expect(entry.purchaseDate == .start)
        #expect(entry.originalID == entry.id)
        #expect(!entry.isFinished)
    }

    @Test("The ledger stores the entry that the purchase returned")
    func storing() throws {
        let entry = try store.pay(
            PaymentRequest(
                productID: "coins",
                quantity: 2,
                applicationUsername: "ann",
                requestData: Data([1, 2])
            )
        )
        #expect(try store.entry(entry.id) == entry)
        #expect(try store.entries() == [entry])
        #expect(try store.unfinishedEntries() == [entry])
    }

    @Test("A consumable can be bought again and is charged again")
    func consumableAgain() throws {
        let entries = try [store.pay("coins"), store.pay("coins")]
        #expect(entries.map(\.amountCharged) == [0.99, 0.99])
        #expect(Set(entries.map(\.originalID)).count == 2)
    }

    @Test("An owned non-consumable is delivered again for free")
    func nonConsumableAgain() throws {
        let first = try store.pay("level")
        store.clock.advance(by: .days(3))
        let second = try store.pay("level")
        #expect(first.amountCharged == 2.99)
        #expect(second.state == .purchased)
        #expect(second.amountCharged == 0)
        #expect(second.id != first.id)
        #expect(second.originalID == first.id)
        #expect(second.originalPurchaseDate == first.purchaseDate)
        #expect(second.purchaseDate == .start + .days(3))
    }

    @Test("A refunded non-consumable has to be paid for again")
    func nonConsumableAfterRefund() throws {
        try store.refunds.refund(store.pay("level").id)
        #expect(try store.pay("level").amountCharged == 2.99)
    }

    @Test("A non-renewing subscription can be bought again and has no expiration date")
    func nonRenewing() throws {
        let entries = try [store.pay("pass"), store.pay("pass")]
        #expect(entries.map(\.amountCharged) == [9.99, 9.99])
        #expect(entries.map(\.expirationDate) == [nil, nil])
    }

    @Test("The same payment is charged once")
    func sameToken() throws {
        let request = PaymentRequest(productID: "coins")
        let first = try store.pay(request)
        #expect(try store.pay(request) == first)
        #expect(try store.entries() == [first])
    }

    @Test(
        "Quantities that the App Store does not sell fail as invalid",
        arguments: [
            ("coins", 0, "the store sells 1 to 10 at once."),
            ("coins", 11, "the store sells 1 to 10 at once."),
            ("coins", -1, "the store sells 1 to 10 at once."),
            ("pass", 11, "the store sells 1 to 10 at once."),
            ("level", 2, "\"level\" is owned, not used up, so only 1 is sold."),
            ("yearly", 2, "\"yearly\" is owned, not used up, so only 1 is sold."),
        ]
    )
    func quantities(product: String, quantity: Int, rule: String) throws {
        let entry = try store.pay(product, quantity: quantity)
        let reason = "The quantity is \(quantity); \(rule)"
        #expect(entry.failure == .init(.paymentInvalid, reason: reason))
        #expect(entry.amountCharged == 0)
    }

    @Test("Ten is the maximum quantity")
    func mostPieces() throws {
        #expect(try store.pay("coins", quantity: 10).amountCharged == 9.90)
    }

    @Test("A product that is not in the catalog fails as invalid")
    func unknownProduct() throws {
        let entry = try store.pay("diamonds")
        #expect(entry.state == .failed)
        let reason = "The catalog has no product \"diamonds\"."
        #expect(entry.failure == .init(.paymentInvalid, reason: reason))
        #expect(entry.kind == nil)
    }

    @Test("A customer who is not allowed to make payments is refused")
    func paymentsForbidden() throws {
        try store.updateSettings { $0.allowsPayments = false }
        let reason = "The store's settings forbid payments."
        #expect(try store.pay("coins").failure == .init(.paymentNotAllowed, reason: reason))
    }

    @Test(
        "A planned failure has its code, known or not",
        arguments: [0, 2, 5, 907]
    )
    func plannedFailure(code: Int) throws {
        try store.updateSettings {
            $0.failsTransactions = true
            $0.failureCode = code
        }
        let entry = try store.pay("coins")
        let reason = "The store's settings make every purchase fail with this code."
        #expect(entry.failure == .init(FailureCode(rawValue: code), reason: reason))
        #expect(try store.entry(entry.id) == entry)
    }

    @Test("The storefront decides the currency", arguments: [("DEU", "EUR"), ("JPN", "JPY")])
    func currency(storefront: String, currency: String) throws {
        try store.updateSettings { $0.storefront = storefront }
        #expect(try store.pay("coins").currencyCode == currency)
    }

    @Test("A finished entry is not delivered any more")
    func finishing() throws {
        let entries = try [store.pay("coins"), store.pay("level"), store.pay("diamonds")]
        try store.finish(entries.map(\.id))
        #expect(try store.unfinishedEntries().isEmpty)
        #expect(try store.entries().map(\.isFinished) == [true, true, true])
    }

    @Test("Finishing again, or finishing an unknown entry, does nothing")
    func finishingTwice() throws {
        let entry = try store.pay("coins")
        try store.finish([entry.id, entry.id, 99])
        try store.finish([entry.id])
        #expect(try store.entries().count == 1)
    }

    @Test("Buying for a customer throws if the payment fails, and leaves nothing to finish")
    func buying() throws {
        #expect(throws: StoreError.unknownProduct(id: "diamonds")) {
            try store.buy(PaymentRequest(productID: "diamonds"))
        }
        let reason = "The quantity is 4; \"level\" is owned, not used up, so only 1 is sold."
        let refusal = StoreError.refusedPurchase(code: 3, reason: reason)
        #expect(throws: refusal) {
            try store.buy(PaymentRequest(productID: "level", quantity: 4))
        }
        #expect(
            refusal.localizedDescription == "The store refused the purchase with code 3: \(reason)"
        )
        #expect(try store.unfinishedEntries().isEmpty)
    }
}

@Suite("Purchases begun on the App Store")
struct PurchaseIntentTests {
    @Test("Each of them is delivered to the app once")
    func taking() throws {
        let store = try Store.make()
        try store.beginPurchaseOnAppStore(of: "coins")
        try store.beginPurchaseOnAppStore(of: "level")
        #expect(try store.takePurchaseIntents() == ["coins", "level"])
        #expect(try store.takePurchaseIntents().isEmpty)
        #expect(try store.entries().isEmpty)
    }

    @Test("A product that is not in the catalog cannot be bought there")
    func unknown() throws {
        let store = try Store.make()
        #expect(throws: StoreError.unknownProduct(id: "diamonds")) {
            try store.beginPurchaseOnAppStore(of: "diamonds")
        }
    }
}
