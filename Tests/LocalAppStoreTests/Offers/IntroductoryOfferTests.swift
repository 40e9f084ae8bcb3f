import Foundation
import Testing

@testable import LocalAppStore

@Suite("Introductory offers")
struct IntroductoryOfferTests {
    let store: Store

    init() throws {
        store = try .make(.introductoryOffers)
    }

    private var isEligible: Bool {
        get throws { try store.isEligibleForIntroductoryOffer(inGroup: "magazine") }
    }

    private var balance: Decimal {
        get throws {
            try store.entries().reduce(0) { $0 + $1.amountCharged - $1.amountRefunded }
        }
    }

    @Test(
        "An upgrade and a crossgrade have the regular price, whatever the kind of the offer",
        arguments: ["free", "payAsYouGo", "payUpFront"]
    )
    func upgrade(offer: String) throws {
        for product in ["best.\(offer)", "same.\(offer)"] {
            let store = try Store.make(.introductoryOffers)
            try store.pay("plain")
            store.clock.advance(to: "2024-03-16T12:00:00Z")
            #expect(try !store.isEligibleForIntroductoryOffer(inGroup: "magazine"))
            let entry = try store.pay(product)
            #expect(entry.offer == nil)
            #expect(entry.amountCharged == 20)
            #expect(entry.expirationDate == "2024-04-16T12:00:00Z")
            // 16 of 31 days are left.
            #expect(try store.entries()[0].amountRefunded == 5.16)
            store.clock.advance(by: .days(40))
            #expect(try store.entries().map(\.offer) == [nil, nil, nil])
        }
    }

    @Test("A downgrade has the regular price")
    func downgrade() throws {
        try store.pay("plain")
        try store.pay("less.free")
        store.clock.advance(by: .days(31))
        #expect(try store.entries().last?.amountCharged == 20)
        #expect(try balance == 30)
    }

    @Test("A customer in a grace period, or without auto-renew, is subscribed")
    func subscribed() throws {
        try store.pay("plain")
        try store.subscriptions.setAutoRenew(false, of: 1)
        #expect(try !isEligible)
        #expect(try store.pay("best.free").amountCharged == 20)
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        store.clock.advance(by: .days(33))
        #expect(try store.subscriptions.all().map(\.status) == [.inGracePeriod])
        #expect(try !isEligible)
        #expect(try store.pay("best.payUpFront").amountCharged == 20)
    }

    @Test("A former subscriber who never had an offer gets it")
    func lapsed() throws {
        try store.pay("plain")
        try store.subscriptions.setAutoRenew(false, of: 1)
        store.clock.advance(by: .days(31))
        #expect(try isEligible)
        #expect(try store.pay("best.free").offer == .introductory)
        #expect(try !isEligible)
        try store.subscriptions.forceExpiry(ofProduct: "best.free")
        #expect(try !isEligible)
        #expect(try store.pay("same.free").amountCharged == 20)
    }

    @Test("A customer in billing retry, or after a refund, is not subscribed")
    func unpaid() throws {
        try store.pay("plain")
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(by: .days(33))
        #expect(try store.subscriptions.all().map(\.status) == [.inBillingRetryPeriod])
        #expect(try isEligible)
        try store.refunds.refund(store.pay("plain").id)
        #expect(try isEligible)
        #expect(try store.pay("best.payAsYouGo").offer == .introductory)
    }

    @Test("A subscriber who redeems a stackable code gets the code's offer alone")
    func stackedCode() throws {
        try store.pay("plain")
        let entry = try store.redeemOfferCode(referenceName: "spring", productID: "best.free")
        #expect(entry.offer == .code(referenceName: "spring"))
        store.clock.advance(by: .days(62))
        #expect(try store.entries().allSatisfy { $0.offer != .introductory })
    }

    @Test(
        "The decision of the app's server takes the place of the rules",
        arguments: [true, false]
    )
    func decision(isAllowed: Bool) throws {
        if isAllowed { try store.pay("plain") }
        var request = PaymentRequest(productID: "best.free")
        request.allowsIntroductoryOffer = isAllowed
        #expect(try store.pay(request).offer == (isAllowed ? .introductory : nil))
    }

    @Test(
        "The decision of the app's server applies to a purchase that waited, too",
        arguments: [true, false]
    )
    func decisionAboutWaitingPurchase(isAllowed: Bool) throws {
        if isAllowed { try store.pay("plain") }
        var request = PaymentRequest(productID: "best.free", simulatesAskToBuy: true)
        request.allowsIntroductoryOffer = isAllowed
        let deferred = try store.pay(request)
        try store.updateSettings { $0.interruptsPurchases = true }
        let interrupted = try store.approve(deferred.id)
        #expect(interrupted.hasIssue)
        let offer = try store.resolveIssue(interrupted.id).offer
        #expect(offer == (isAllowed ? .introductory : nil))
    }

    @Test("The dialog of an upgrade shows the regular price")
    func sheet() throws {
        try store.pay("plain")
        let sheets = Locked<[PurchaseSheet]>([])
        store.confirmationPolicy = .ask { sheet in
            sheets.withLock { $0.append(sheet) }
            return true
        }
        try store.pay("best.free")
        #expect(sheets.withLock { $0 }.map(\.price) == [20])
        #expect(sheets.withLock { $0 }.map(\.offer) == [nil])
    }

    @Test("A member of a family may have an offer beside what is shared")
    func member() throws {
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        try store.pay("plain")
        #expect(try ben.subscriptions.statuses().map(\.subscription.status) == [.subscribed])
        #expect(try ben.isEligibleForIntroductoryOffer(inGroup: "magazine"))
        #expect(try ben.pay("best.free").offer == .introductory)
    }
}

extension Catalog {
    /// A plan without an offer, and plans of each level with each kind of introductory offer.
    fileprivate static let introductoryOffers: Catalog = {
        let offers = [
            ("free", CatalogOffer(period: .month)),
            (
                "payAsYouGo",
                CatalogOffer(
                    paymentMode: .payAsYouGo,
                    period: .month,
                    numberOfPeriods: 2,
                    price: 1
                )
            ),
            ("payUpFront", CatalogOffer(paymentMode: .payUpFront, period: .month, price: 5)),
        ]
        var plain = CatalogProduct.make("plain", level: 2, price: 10)
        plain.isFamilyShareable = true
        var products = [plain]
        for (level, name) in ["best", "same", "less"].enumerated() {
            for (kind, offer) in offers {
                var product = CatalogProduct.make(
                    "\(name).\(kind)",
                    level: level + 1,
                    price: 20,
                    introductoryOffer: offer
                )
                product.subscription?.codeOffers = [.code(isStackable: true)]
                products.append(product)
            }
        }
        return Catalog(products: products)
    }()
}
