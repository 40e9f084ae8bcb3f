import AppReceipt
import Foundation
import LocalAppStore
import Testing

@Suite("Contents of the store's receipt")
struct ReceiptContentTests {
    let clock = StoreClock.manual(startingAt: .start)

    @Test("An app that was just installed has no receipt, and a failed purchase issues none")
    func none() throws {
        let store = try Store.make(clock: clock)
        try store.updateSettings { $0.failsTransactions = true }
        try store.pay("level")
        try store.updateSettings {
            $0.failsTransactions = false
            $0.isAskToBuyEnabled = true
        }
        let waiting = try store.pay("level")
        #expect(try store.receipt() == nil)
        try store.approve(waiting.id)
        #expect(try store.productsInReceipt == ["level"])
    }

    @Test("A purchase in the receipt has the values of the ledger")
    func purchase() throws {
        let store = try Store.make(clock: clock)
        let entry = try store.pay("coins", quantity: 3)
        let purchase = try #require(try store.verifiedReceipt().inAppPurchases.first)
        #expect(purchase.productIdentifier == "coins")
        #expect(purchase.quantity == 3)
        #expect(purchase.transactionIdentifier == String(entry.id))
        #expect(purchase.originalTransactionIdentifier == String(entry.id))
        #expect(purchase.purchaseDate == .start)
        #expect(purchase.originalPurchaseDate == .start)
        #expect(purchase.productKind == .consumable)
        #expect(purchase.expirationDate == nil)
        #expect(purchase.isTrialPeriod == false)
        #expect(purchase.isInIntroductoryOfferPeriod == nil)
        #expect(purchase.cancellationDate == nil)
    }

    @Test("A free trial differs from a paid period; both have a line item and an expiration date")
    func subscriptions() throws {
        let store = try Store.make(clock: clock)
        let trial = try store.pay("monthly")
        clock.advance(by: .days(30))
        let paid = try #require(try store.entries().last)
        let purchases = try store.verifiedReceipt().inAppPurchases
            .sorted { $0.purchaseDate < $1.purchaseDate }
        #expect(purchases.map(\.isTrialPeriod) == [true, false])
        #expect(purchases.map(\.isInIntroductoryOfferPeriod) == [false, false])
        #expect(purchases.map(\.expirationDate) == [trial.expirationDate, paid.expirationDate])
        #expect(Set(purchases.map(\.webOrderLineItemIdentifier)).count == 2)
        #expect(
            purchases.map(\.originalTransactionIdentifier)
                == [String(trial.id), String(trial.id)]
        )
    }

    @Test("A promotional offer has its identifier")
    func promotionalOffer() throws {
        let store = try Store.make(clock: clock)
        try store.subscriptions.setAutoRenew(false, of: store.pay("yearly").id)
        clock.advance(by: .days(400))
        try store.pay(PaymentRequest(productID: "monthly", discount: .make("winter")))
        let offers = try store.verifiedReceipt().inAppPurchases.map(\.promotionalOfferIdentifier)
        #expect(offers.contains("winter"))
    }

    @Test("A consumable stays until a receipt is issued after it was finished")
    func consumables() throws {
        let store = try Store.make(clock: clock)
        let coins = try store.pay("coins")
        try store.pay("level")
        #expect(try store.productsInReceipt == ["coins", "level"])
        try store.finish([coins.id])
        #expect(try store.productsInReceipt == ["coins", "level"])
        try store.refreshReceipt()
        #expect(try store.productsInReceipt == ["level"])
    }

    @Test("Other products stay after they were finished")
    func finished() throws {
        let store = try Store.make(clock: clock)
        let entries = try ["level", "pass", "monthly"].map { try store.pay($0) }
        try store.finish(entries.map(\.id))
        try store.refreshReceipt()
        #expect(try store.productsInReceipt == ["level", "monthly", "pass"])
    }

    @Test("A product that was bought again or restored occurs once")
    func repeated() throws {
        let store = try Store.make(clock: clock)
        try store.pay("level")
        try store.pay("level")
        try store.restore()
        #expect(try store.productsInReceipt == ["level"])
    }

    @Test("A purchase, a restore, a refund and a refresh each issue the receipt anew")
    func dates() throws {
        let store = try Store.make(clock: clock)
        var dates: [Date] = []
        let level = try store.pay("level")
        let steps: [() throws -> Void] = [
            {}, { try store.restore() }, { try store.refunds.refund(level.id) },
            { try store.refreshReceipt() }, { try store.delete(level.id) }, { try store.clear() },
        ]
        for step in steps {
            try step()
            dates.append(try store.verifiedReceipt().creationDate)
            clock.advance(by: 60)
        }
        #expect(dates == (0..<6).map { Date.start + Double($0) * 60 })
    }

    @Test("A purchase in the past does not date the receipt back")
    func pastPurchase() throws {
        let store = try Store.make(clock: clock)
        try store.pay("level")
        var request = PaymentRequest(productID: "coins")
        request.past = PastPurchase(date: .start - .days(30), renews: false)
        try store.pay(request)
        #expect(try store.verifiedReceipt().creationDate == .start)
    }

    @Test("A refunded purchase stays, with the date")
    func refunded() throws {
        let store = try Store.make(clock: clock)
        let level = try store.pay("level")
        clock.advance(by: 60)
        try store.refunds.refund(level.id)
        let purchase = try #require(try store.verifiedReceipt().inAppPurchases.first)
        #expect(purchase.cancellationDate == .start + 60)
        #expect(purchase.cancellationReason == 0)
    }

    @Test("A deleted purchase is not in the receipt, and without transactions it is empty")
    func deleted() throws {
        let store = try Store.make(clock: clock)
        let level = try store.pay("level")
        try store.pay("pass")
        try store.delete(level.id)
        #expect(try store.productsInReceipt == ["pass"])
        try store.clear()
        #expect(try store.productsInReceipt == [])
    }

    @Test("A receipt is of the sandbox, with the values of the sandbox's receipts")
    func sandbox() throws {
        let store = try Store.make(clock: clock)
        store.app = StoreApp(bundleIdentifier: "com.example.shop", version: "12")
        try store.pay("level")
        let receipt = try store.verifiedReceipt()
        #expect(receipt.type == .productionSandbox)
        #expect(receipt.bundleIdentifier == "com.example.shop")
        #expect(receipt.appVersion == "12")
        #expect(receipt.appIdentifier == 0)
        #expect(receipt.originalAppVersion == "1.0")
        #expect(receipt.originalPurchaseDate == Date(timeIntervalSince1970: 1_375_340_400))
        #expect(receipt.expirationDate == nil)
        #expect(receipt.ageRating == "4+")
    }

    @Test("A receipt contains the hash of the device")
    func device() throws {
        let store = try Store.make(clock: clock)
        let device = UUID()
        store.app = StoreApp(bundleIdentifier: "com.example.shop", deviceIdentifier: device)
        try store.pay("level")
        let bytes = withUnsafeBytes(of: device.uuid) { Array($0) }
        let receipt = try store.verifiedReceipt()
        #expect(receipt.opaqueValue.count == 16)
        #expect(receipt.deviceHash == receipt.content.deviceHash(of: bytes))
    }

    @Test("The receipt of a store for production has its type, and is issued anew for it")
    func production() throws {
        let store = try Store.make(clock: clock)
        store.app.version = "7"
        try store.pay("level")
        try store.updateReceiptSettings { $0.environment = .production }
        #expect(try store.verifiedReceipt().type == .production)
        #expect(try store.verifiedReceipt().originalAppVersion == "7")
        #expect(try store.receiptFile().lastPathComponent == "receipt")
        try store.resetSettings()
        #expect(try store.receiptSettings.environment == .production)
        try store.updateReceiptSettings { $0.environment = .sandbox }
        #expect(try store.verifiedReceipt().type == .productionSandbox)
        #expect(try store.receiptFile().lastPathComponent == "sandboxReceipt")
    }

    @Test(
        "A refresh issues a receipt with the requested properties",
        arguments: [
            (ReceiptProperties(isExpired: true), ReceiptType.productionSandbox, -86_400),
            (ReceiptProperties(isRevoked: true), .productionSandbox, 0),
            (ReceiptProperties(isVolumePurchase: true), .productionVPPSandbox, nil),
        ] as [(ReceiptProperties, ReceiptType, TimeInterval?)]
    )
    func properties(
        properties: ReceiptProperties,
        type: ReceiptType,
        expiry: TimeInterval?
    ) throws {
        let store = try Store.make(clock: clock)
        try store.refreshReceipt(properties)
        let receipt = try store.verifiedReceipt()
        #expect(receipt.type == type)
        #expect(receipt.expirationDate == expiry.map { Date.start + $0 })
        try store.pay("level")
        #expect(try store.verifiedReceipt().type == type)
        try store.refreshReceipt()
        #expect(try store.verifiedReceipt().type == .productionSandbox)
        #expect(try store.verifiedReceipt().expirationDate == nil)
    }
}
