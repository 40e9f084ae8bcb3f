import Foundation
import Testing

@testable import LocalAppStore

@Suite("Offers and a change that is taken back")
struct TakingBackTests {
    let store: Store

    init() throws {
        store = try .make(.plans)
        try store.pay("good")
    }

    private var prices: [Decimal] {
        get throws { try store.entries().filter { $0.state == .purchased }.map(\.price) }
    }

    @Test("Who takes back a downgrade keeps the rest of a pay-as-you-go offer")
    func introductory() throws {
        try store.pay("basic")
        #expect(try store.subscriptions.all().first?.renewalOffers == [])
        try store.pay("basicToo")
        try store.pay("good")
        store.clock.advance(by: .days(150))
        #expect(try prices == [1, 1, 1, 10, 10])
    }

    @Test("Who buys a downgrade again without auto-renew keeps the offer that begins with it")
    func chosenAgain() throws {
        try store.pay(PaymentRequest(productID: "basic", discount: .make("half")))
        try store.subscriptions.setAutoRenew(false, of: 1)
        try store.pay("basic")
        store.clock.advance(by: .days(40))
        let last = try store.entries().last { $0.state == .purchased }
        #expect(last?.productID == "basic")
        #expect(last?.offer == .promotional(id: "half"))
    }

    @Test("The rest is kept until the renewal, in the ledger")
    func reopening() throws {
        let folder = try TemporaryFolder()
        let clock = StoreClock.manual(startingAt: .start)
        var store = try Store.make(.plans, at: .file(folder.file()), clock: clock)
        try store.pay("good")
        try store.pay("basic")
        try store.close()
        store = try .make(.plans, at: .file(folder.file()), clock: clock)
        try store.pay("good")
        clock.advance(by: .days(40))
        #expect(try store.entries().last?.offer == .introductory)
    }

    @Test("A downgrade that took effect ends the offer, and so does another offer")
    func lost() throws {
        try store.pay("basic")
        store.clock.advance(by: .days(40))
        #expect(try store.subscriptions.all().first?.suspendedOffers == [])
        try store.pay("good")
        let other = try Store.make(.plans)
        try other.pay("good")
        try other.pay(PaymentRequest(productID: "good", discount: .make("half")))
        try other.pay("basic")
        #expect(try other.subscriptions.all().first?.suspendedOffers.map(\.renewalCount) == [3])
        try other.pay("good")
        other.clock.advance(by: .days(40))
        #expect(try other.entries().last?.offer == .promotional(id: "half"))
    }

    @Test("The end of the subscription ends the offer")
    func ended() throws {
        try store.pay("basic")
        try store.subscriptions.forceExpiry(ofProduct: "good")
        #expect(try store.subscriptions.all().first?.suspendedOffers == [])
    }
}

extension Catalog {
    fileprivate static let plans = Catalog(products: [
        .make(
            "good",
            level: 1,
            price: 10,
            introductoryOffer: CatalogOffer(
                paymentMode: .payAsYouGo,
                period: .month,
                numberOfPeriods: 3,
                price: 1
            )
        ),
        .make("basic", level: 2, price: 5),
        .make("basicToo", level: 2, price: 6),
    ])
}
