import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Offer codes of products that do not renew")
struct OneTimeOfferTests {
    private let clock = StoreClock.manual(startingAt: .start)

    private func store(
        for eligibility: Set<OneTimeOffer.Eligibility> = [],
        price: Decimal = 0.49
    ) throws -> Store {
        let offer = OneTimeOffer(referenceName: "fall", price: price, eligibility: eligibility)
        var catalog = Catalog.offers()
        for index in catalog.products.indices where catalog.products[index].subscription == nil {
            catalog.products[index].codeOffers = [offer]
            catalog.products[index].isFamilyShareable = catalog.products[index].id == "level"
        }
        let store = try Store.recording(catalog, clock: clock)
        return store
    }

    @Test("A redeemed code sells the product at the price of the offer", arguments: products)
    func redeemed(product: String) throws {
        let store = try store()
        let entry = try store.redeem(product)
        #expect(entry.state == .purchased)
        #expect(entry.offer == .code(referenceName: "fall"))
        #expect(entry.requestedOffer == .code(referenceName: "fall"))
        #expect(entry.amountCharged == 0.49)
        #expect(entry.expirationDate == nil)
        #expect(try store.entry(entry.id) == entry)
        #expect(try store.unfinishedEntries() == [entry])
        #expect(try store.productsInReceipt == [product])
        #expect(try store.events == ["ONE_TIME_CHARGE"])
        #expect(try store.balance() == ["USD": 0.49])
    }

    @Test("An offer with the price 0 is free")
    func free() throws {
        let store = try store(price: 0)
        let entry = try store.redeem("level")
        #expect(entry.offer == .code(referenceName: "fall"))
        #expect(entry.amountCharged == 0)
        #expect(try store.pay("coins").amountCharged == 0.99)
    }

    @Test("The signed transaction names the offer, without a period", arguments: products)
    func document(product: String) throws {
        let store = try store()
        let entry = try store.redeem(product)
        let context = DocumentContext(
            app: store.app,
            settings: ReceiptSettings(),
            catalog: store.catalog,
            date: .start
        )
        let payload = TransactionPayload(entry, in: context)
        #expect(payload.offerType == .code)
        #expect(payload.offerIdentifier == "fall")
        #expect(payload.offerDiscountType == .oneTime)
        #expect(payload.offerPeriod == nil)
        #expect(payload.priceInMilliunits == 490)
        #expect(payload.reason == .purchase)
        let later = DocumentContext(
            app: store.app,
            settings: ReceiptSettings(),
            catalog: Catalog(),
            date: .start
        )
        #expect(TransactionPayload(entry, in: later).offerDiscountType == .oneTime)
    }

    @Test("verifyReceipt responds as about a purchase, without the name of the offer")
    func response() throws {
        let store = try store()
        try store.pay("monthly")
        try store.redeem("level")
        let response = try store.verifyOwnReceipt()
        let list = try #require(response.list("latest_receipt_info"))
        let level = try #require(list.first { $0["product_id"] as? String == "level" })
        #expect(level["offer_code_ref_name"] == nil)
        #expect(level["is_trial_period"] as? String == "false")
    }

    @Test("A customer redeems one code of an offer of a product, also after a refund")
    func twice() throws {
        let store = try store()
        let coins = try store.redeem("coins")
        try store.finish([coins.id])
        try store.refunds.refund(coins.id)
        let reason = "The customer has redeemed a code of the offer \"fall\" already."
        #expect(throws: StoreError.refusedPurchase(code: 18, reason: reason)) {
            try store.redeem("coins")
        }
        #expect(try store.redeem("pass").state == .purchased)
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        #expect(try ben.redeem("coins").amountCharged == 0.49)
    }

    @Test(
        "A code is for the kinds of customers that the offer names",
        arguments: OneTimeOffer.Eligibility.allCases,
        [[.nonSpender], [.activeSpender], [.churnedSpender], [.nonSpender, .churnedSpender], []]
            as [Set<OneTimeOffer.Eligibility>]
    )
    func eligibility(
        customer: OneTimeOffer.Eligibility,
        eligibility: Set<OneTimeOffer.Eligibility>
    ) throws {
        let store = try store(for: eligibility)
        if customer != .nonSpender { try store.finish([store.pay("coins").id]) }
        clock.advance(by: .days(customer == .churnedSpender ? 31 : 30))
        if eligibility.isEmpty || eligibility.contains(customer) {
            #expect(try store.redeem("level").amountCharged == 0.49)
            return
        }
        let kinds = eligibility.map(\.rawValue).sorted().joined(separator: ", ")
        let before = try store.entries()
        let reason =
            "The code is for these customers: \(kinds); the customer is \(customer.rawValue)."
        #expect(throws: StoreError.refusedPurchase(code: 18, reason: reason)) {
            try store.redeem("level")
        }
        #expect(try store.entries() == before)
    }

    @Test("A failed payment, a restored copy and a family's purchase are no purchases")
    func noPurchases() throws {
        let store = try store(for: [.nonSpender])
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        try ben.pay("level")
        store.confirmationPolicy = .refuse
        try store.pay("coins")
        try store.restore()
        #expect(try store.entries().map(\.state) == [.purchased, .failed, .restored])
        #expect(try store.redeem("coins").amountCharged == 0.49)
    }

    @Test("The latest purchase counts: a renewal, a refunded one, one approved after another")
    func latestPurchase() throws {
        let renewing = try store(for: [.activeSpender])
        try renewing.pay("monthly")
        clock.advance(by: .days(100))
        #expect(try renewing.redeem("coins").amountCharged == 0.49)

        let refunded = try store(for: [.activeSpender])
        try refunded.refunds.refund(refunded.pay("level").id)
        #expect(try refunded.redeem("coins").amountCharged == 0.49)

        let approved = try store(for: [.activeSpender])
        try approved.updateSettings { $0.isAskToBuyEnabled = true }
        let waiting = try approved.pay("level")
        try approved.updateSettings { $0.isAskToBuyEnabled = false }
        try approved.pay("coins")
        clock.advance(by: .days(40))
        try approved.approve(waiting.id)
        #expect(try approved.redeem("coins").amountCharged == 0.49)
    }

    @Test("Downloading a non-consumable again is no purchase")
    func repetition() throws {
        let store = try store(for: [.churnedSpender])
        try store.pay("level")
        clock.advance(by: .days(40))
        #expect(try store.pay("level").isRepetition)
        #expect(try store.redeem("coins").amountCharged == 0.49)
    }

    @Test("A code for what the customer owns is refused, and not used up")
    func owned() throws {
        let store = try store()
        let bought = try store.pay("level")
        let reason = "The customer owns \"level\" already."
        #expect(throws: StoreError.refusedPurchase(code: 18, reason: reason)) {
            try store.redeem("level")
        }
        try store.refunds.refund(bought.id)
        #expect(try store.redeem("level").amountCharged == 0.49)
    }

    @Test("An unknown code is refused with the known ones, and another quantity than 1")
    func unknown() throws {
        let store = try store()
        let known = "\"coins\" has no offer code \"summer\"; it has \"fall\"."
        #expect(throws: StoreError.refusedPurchase(code: 11, reason: known)) {
            try store.redeemOfferCode(referenceName: "summer", productID: "coins")
        }
        var purchase = CustomerPurchase(productID: "coins")
        purchase.offer = .code(referenceName: "fall")
        purchase.quantity = 3
        let quantity = "The quantity is 3; a code is redeemed for 1."
        #expect(throws: StoreError.refusedPurchase(code: 3, reason: quantity)) {
            try store.buy(purchase)
        }
        purchase.quantity = 1
        purchase.applicationUsername = "ann"
        let entry = try store.buy(purchase)
        #expect(entry.amountCharged == 0.49)
        #expect(entry.applicationUsername == nil)
    }

    @Test("A code waits for approval or for an issue to be resolved, and then applies once")
    func waiting() throws {
        let store = try store()
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let (first, second) = (try store.redeem("coins"), try store.redeem("coins"))
        #expect([first, second].map(\.state) == [.deferred, .deferred])
        #expect(try store.approve(first.id).amountCharged == 0.49)
        #expect(try store.approve(second.id).failure?.code == .ineligibleForOffer)

        let other = try self.store()
        try other.updateSettings { $0.interruptsPurchases = true }
        let interrupted = try other.redeem("level")
        #expect(interrupted.hasIssue)
        #expect(try other.resolveIssue(interrupted.id).offer == .code(referenceName: "fall"))
    }

    @Test("A family shares a non-consumable that was redeemed, and loses it by a refund")
    func family() throws {
        let store = try store()
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        let level = try store.redeem("level")
        let shared = try #require(try ben.entries().first)
        #expect(shared.sharedEntryID == level.id)
        #expect(shared.offer == nil && shared.price == 0)
        #expect(try ben.productsInReceipt == ["level"])
        try store.refunds.refund(level.id)
        #expect(try ben.entries().first?.revocationDate == .start)
        #expect(try ben.redeem("level").amountCharged == 0.49)
    }

    @Test("The customer who enters a code in the app sees the price of the offer")
    func entered() throws {
        let store = try store()
        let shown = Locked<[PurchaseSheet]>([])
        store.confirmationPolicy = .ask { sheet in
            shown.withLock { $0.append(sheet) }
            return true
        }
        store.offerCodeToRedeem = .init(referenceName: "fall", productID: "pass")
        let entry = try #require(try store.redeemEnteredOfferCode())
        #expect(entry.amountCharged == 0.49)
        #expect(shown.withLock { $0 }.map(\.price) == [0.49])
        #expect(shown.withLock { $0 }.first?.offer == nil)
    }

    private static let products = ["coins", "level", "pass"]
}

extension Store {
    @discardableResult
    fileprivate func redeem(_ productID: String) throws -> LedgerEntry {
        try redeemOfferCode(referenceName: "fall", productID: productID)
    }
}
