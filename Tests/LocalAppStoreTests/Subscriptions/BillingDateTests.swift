import Foundation
import Testing

@testable import LocalAppStore

@Suite("Days of renewals")
struct BillingDateTests {
    private static let freeMonth = CatalogOffer(paymentMode: .freeTrial, period: .month, price: 0)

    private func store(
        on date: Date,
        introductoryOffer: CatalogOffer? = nil,
        stacking codeOffer: CatalogOffer? = nil
    ) throws -> Store {
        var monthly = CatalogProduct.make(
            "monthly",
            level: 1,
            price: 10,
            introductoryOffer: introductoryOffer
        )
        monthly.subscription?.codeOffers = [codeOffer].compactMap { $0 }
        let catalog = Catalog(products: [
            monthly,
            .make("best", level: 0, price: 30),
            .make("yearly", level: 1, price: 100, period: .init(unit: .year)),
            .make("weekly", level: 1, price: 3, period: .init(unit: .week)),
            .make("twoMonths", level: 1, price: 18, period: .init(value: 2, unit: .month)),
        ])
        return try .make(catalog, clock: .manual(startingAt: date))
    }

    /// The days on which periods began.
    private func days(_ store: Store, until date: Date) throws -> [String] {
        store.clock.advance(to: date)
        return try store.entries().filter { $0.state == .purchased }
            .map { String(ISO8601DateFormatter().string(from: $0.purchaseDate).prefix(10)) }
    }

    @Test("After a free month, the customer pays on the day on which it ended")
    func freeOffer() throws {
        let store = try store(on: "2025-08-31T08:00:00Z", introductoryOffer: Self.freeMonth)
        try store.pay("monthly")
        #expect(
            try days(store, until: "2025-12-01T00:00:00Z")
                == ["2025-08-31", "2025-09-30", "2025-10-30", "2025-11-30"]
        )
    }

    @Test("After two free months, too")
    func freeOffers() throws {
        var code = CatalogOffer.code(isStackable: true, price: 0)
        code.paymentMode = .freeTrial
        code.numberOfPeriods = 1
        let store = try store(
            on: "2025-08-31T08:00:00Z",
            introductoryOffer: Self.freeMonth,
            stacking: code
        )
        try store.redeemOfferCode(referenceName: "spring", productID: "monthly")
        #expect(
            try days(store, until: "2025-12-01T00:00:00Z")
                == ["2025-08-31", "2025-09-30", "2025-10-30", "2025-11-30"]
        )
        #expect(try store.entries().map(\.price) == [0, 0, 10, 10])
    }

    @Test(
        "With an offer that is paid for, the customer pays on the day of the purchase",
        arguments: [
            (.payAsYouGo, ["2025-08-31", "2025-09-30", "2025-10-31", "2025-11-30"]),
            (.payUpFront, ["2025-08-31", "2025-10-31", "2025-11-30"]),
        ] as [(CatalogOffer.PaymentMode, [String])]
    )
    func paidOffer(mode: CatalogOffer.PaymentMode, expected: [String]) throws {
        let offer = CatalogOffer(
            paymentMode: mode,
            period: .month,
            numberOfPeriods: 2,
            price: 1
        )
        let store = try store(on: "2025-08-31T08:00:00Z", introductoryOffer: offer)
        try store.pay("monthly")
        #expect(try days(store, until: "2025-12-01T00:00:00Z") == expected)
    }

    @Test("A change of plans in a short month keeps the day of longer ones")
    func planChange() throws {
        let store = try store(on: "2025-01-31T08:00:00Z")
        try store.pay("monthly")
        store.clock.advance(to: "2025-04-10T00:00:00Z")
        try store.pay("twoMonths")
        store.clock.advance(to: "2025-05-10T00:00:00Z")
        try store.pay("monthly")
        #expect(
            try days(store, until: "2025-08-31T08:00:00Z") == [
                "2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30", "2025-06-30",
                "2025-07-31", "2025-08-31",
            ]
        )
        try store.pay("yearly")
        #expect(
            try days(store, until: "2026-10-01T00:00:00Z").suffix(2) == [
                "2025-09-30", "2026-09-30",
            ]
        )
        try store.pay("monthly")
        #expect(
            try days(store, until: "2027-11-01T00:00:00Z").suffix(2) == [
                "2027-09-30", "2027-10-31",
            ]
        )
    }

    @Test("The day that a change of plans keeps is in the ledger")
    func reopening() throws {
        let folder = try TemporaryFolder()
        let source = try store(on: "2025-01-31T08:00:00Z")
        let (catalog, clock) = (source.catalog, source.clock)
        let store = try Store.make(catalog, at: .file(folder.file()), clock: clock)
        try store.pay("monthly")
        clock.advance(to: "2025-04-10T00:00:00Z")
        try store.pay("twoMonths")
        clock.advance(to: "2025-05-01T00:00:00Z")
        let subscriptions = try store.subscriptions.all()
        #expect(subscriptions.map(\.anchor.day) == [31])
        try store.close()
        let reopened = try Store.make(catalog, at: .file(folder.file()), clock: clock)
        #expect(try reopened.subscriptions.all() == subscriptions)
    }

    @Test("Weeks have no day of the month to keep")
    func weeks() throws {
        let store = try store(on: "2025-01-31T08:00:00Z")
        try store.pay("weekly")
        store.clock.advance(to: "2025-02-22T00:00:00Z")
        try store.pay("monthly")
        #expect(
            try days(store, until: "2025-04-01T00:00:00Z").suffix(2) == [
                "2025-02-28", "2025-03-28",
            ]
        )
    }

    @Test("A payment after billing retry has a day of its own")
    func newDay() throws {
        let store = try store(on: "2025-01-31T08:00:00Z")
        try store.pay("monthly")
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(to: "2025-03-30T08:00:00Z")
        try store.resolveIssue(1)
        try store.updateSettings { $0.failsRenewals = false }
        #expect(
            try days(store, until: "2025-06-01T00:00:00Z")
                == ["2025-01-31", "2025-03-30", "2025-04-30", "2025-05-30"]
        )
    }

    @Test("A free offer that begins after billing retry is not counted")
    func freeOfferAfterRetry() throws {
        let start: Date = "2025-01-31T08:00:00Z"
        let store = try Store.make(.offers(), clock: .manual(startingAt: start))
        try store.pay("monthly")
        store.clock.advance(to: "2025-02-10T00:00:00Z")
        try #require(store.pay("monthly", offer: "free").state == .scheduled)
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(to: "2025-03-31T08:00:00Z")
        try store.resolveIssue(1)
        try store.updateSettings { $0.failsRenewals = false }
        #expect(
            try days(store, until: "2025-06-01T00:00:00Z").suffix(3)
                == ["2025-03-31", "2025-04-30", "2025-05-30"]
        )
    }

    @Test("After an upgrade was deleted, the day is that of before")
    func deletion() throws {
        let store = try store(on: "2025-01-31T08:00:00Z")
        try store.pay("monthly")
        store.clock.advance(to: "2025-05-10T00:00:00Z")
        try store.delete(store.pay("best").id)
        #expect(
            try days(store, until: "2025-08-01T00:00:00Z").suffix(4)
                == ["2025-04-30", "2025-05-31", "2025-06-30", "2025-07-31"]
        )
    }

    @Test("A period that costs nothing without an offer is counted, too")
    func priceless() throws {
        let catalog = Catalog(products: [
            .make("free", level: 1, price: 0), .make("best", level: 0, price: 30),
        ])
        let store = try Store.make(catalog, clock: .manual(startingAt: "2025-01-31T08:00:00Z"))
        try store.pay("free")
        store.clock.advance(to: "2025-02-10T00:00:00Z")
        try store.delete(store.pay("best").id)
        #expect(
            try days(store, until: "2025-04-01T00:00:00Z")
                == ["2025-01-31", "2025-02-28", "2025-03-31"]
        )
    }
}
