import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Renewing")
struct RenewingTests {
    let store: Store

    init() throws {
        store = try .make(.subscriptions)
    }

    @Test("A subscription renews at the end of each period, with its date and price")
    func year() throws {
        let first = try store.pay("monthly")
        store.clock.advance(to: "2025-03-01T12:00:00Z")
        let entries = try store.entries()
        #expect(entries.count == 13)
        #expect(Set(entries.map(\.originalID)) == [first.id])
        #expect(Set(entries.map(\.paymentToken)).count == 13)
        #expect(
            entries.map(\.purchaseDate).dropFirst() == entries.map(\.expirationDate!).dropLast()
        )
        #expect(entries[1].purchaseDate == "2024-04-01T12:00:00Z")
        #expect(entries.last?.expirationDate == "2025-04-01T12:00:00Z")
        #expect(entries.allSatisfy { $0.state == .purchased && $0.price == 10 && !$0.isFinished })
        #expect(entries.allSatisfy { $0.originalPurchaseDate == .start })
    }

    @Test("Nothing renews before the end of the period")
    func early() throws {
        try store.pay("monthly")
        store.clock.advance(to: "2024-04-01T11:59:59Z")
        #expect(try store.entries().count == 1)
        store.clock.advance(by: 1)
        #expect(try store.entries().count == 2)
    }

    @Test("A subscription of the 31st renews on the last day of a shorter month")
    func endOfMonth() throws {
        store.clock.advance(to: "2025-01-31T08:00:00Z")
        try store.pay("monthly")
        store.clock.advance(to: "2025-06-01T00:00:00Z")
        #expect(
            try store.entries().map(\.purchaseDate) == [
                "2025-01-31T08:00:00Z", "2025-02-28T08:00:00Z", "2025-03-31T08:00:00Z",
                "2025-04-30T08:00:00Z", "2025-05-31T08:00:00Z",
            ]
        )
    }

    @Test("A yearly subscription of a leap day renews on 28 February, and on the next leap day")
    func leapDay() throws {
        let store = try Store.make(
            .subscriptions,
            clock: .manual(startingAt: "2024-02-29T00:00:00Z")
        )
        try store.pay("yearly")
        store.clock.advance(to: "2028-03-01T00:00:00Z")
        #expect(
            try store.entries().map(\.purchaseDate) == [
                "2024-02-29T00:00:00Z", "2025-02-28T00:00:00Z", "2026-02-28T00:00:00Z",
                "2027-02-28T00:00:00Z", "2028-02-29T00:00:00Z",
            ]
        )
    }

    @Test("A free trial renews at the regular price, from the end of the trial")
    func trial() throws {
        let trial = try store.pay("trial")
        #expect(trial.amountCharged == 0)
        store.clock.advance(to: "2024-05-08T12:00:00Z")
        let entries = try store.entries()
        #expect(entries.map(\.price) == [0, 10, 10, 10])
        #expect(entries.map(\.offer) == [.introductory, nil, nil, nil])
        #expect(
            entries.map(\.purchaseDate) == [
                .start, "2024-03-08T12:00:00Z", "2024-04-08T12:00:00Z", "2024-05-08T12:00:00Z",
            ]
        )
    }

    @Test("A pay-as-you-go offer has its price for each of its periods")
    func payAsYouGo() throws {
        try store.pay("payAsYouGo")
        store.clock.advance(to: "2024-07-15T00:00:00Z")
        #expect(try store.entries().map(\.price) == [1, 1, 1, 10, 10])
        #expect(
            try store.entries().map(\.offer)
                == [.introductory, .introductory, .introductory, nil, nil]
        )
    }

    @Test("An offer that is paid up front has one transaction for its whole length")
    func payUpFront() throws {
        try store.pay("payUpFront")
        store.clock.advance(to: "2024-09-15T00:00:00Z")
        let entries = try store.entries()
        #expect(entries.map(\.price) == [20, 10])
        #expect(entries[1].purchaseDate == "2024-09-01T12:00:00Z")
    }

    @Test("Renewals of several subscriptions are settled in the order of their dates")
    func order() throws {
        try store.pay("monthly")
        store.clock.advance(to: "2024-03-10T00:00:00Z")
        try store.pay("weekly")
        store.clock.advance(to: "2024-04-08T00:00:00Z")
        let entries = try store.entries()
        let products = ["monthly", "weekly", "weekly", "weekly", "weekly", "monthly", "weekly"]
        #expect(entries.map(\.productID) == products)
        #expect(entries.map(\.purchaseDate) == entries.map(\.purchaseDate).sorted())
    }

    @Test("A renewal that fell due while no process ran is settled at the next opening")
    func reopening() throws {
        let folder = try TemporaryFolder()
        let clock = StoreClock.manual(startingAt: .start)
        var store: Store? = try .make(.subscriptions, at: .file(folder.file()), clock: clock)
        try store?.pay("monthly", user: "somebody")
        try store?.close()
        store = nil

        clock.advance(to: "2024-06-10T00:00:00Z")
        let reopened = try Store.make(.subscriptions, at: .file(folder.file()), clock: clock)
        let dates = try reopened.read { try $0.allEntries().map(\.purchaseDate) }
        #expect(
            dates == [
                .start, "2024-04-01T12:00:00Z", "2024-05-01T12:00:00Z", "2024-06-01T12:00:00Z",
            ]
        )
        #expect(try reopened.entries().allSatisfy { $0.applicationUsername == "somebody" })
    }

    @Test("A renewal is delivered to observers and is in the receipt", .timeLimit(.minutes(10)))
    func delivery() async throws {
        try store.finish([store.pay("monthly").id])
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let observation = store.observe { continuation.yield($0) }
        store.clock.advance(to: "2024-04-01T12:00:00Z")
        var iterator = changes.makeAsyncIterator()
        let change = try #require(await iterator.next())
        #expect(change.entries.map(\.id) == [2])
        #expect(change.subscriptions.map(\.entryID) == [2])
        let receipt = try store.verifiedReceipt()
        #expect(receipt.inAppPurchases.map(\.transactionIdentifier) == ["1", "2"])
        #expect(receipt.creationDate == "2024-04-01T12:00:00Z")
        observation.cancel()
    }

    @Test("A product that is not for sale anymore ends the subscription")
    func removedProduct() throws {
        let folder = try TemporaryFolder()
        let clock = StoreClock.manual(startingAt: .start)
        try Store.make(.subscriptions, at: .file(folder.file()), clock: clock).pay("monthly")
        let store = try Store.make(Catalog(), at: .file(folder.file()), clock: clock)
        clock.advance(by: .days(40))
        #expect(try store.entries().count == 1)
        let subscription = try #require(try store.subscriptions.all().first)
        #expect(subscription.status == .expired)
        #expect(subscription.expirationReason == .productUnavailable)
    }

    @Test("The last period ends with the calendar's last year")
    func endOfCalendar() throws {
        let store = try Store.make(
            .subscriptions,
            clock: .manual(startingAt: "9999-10-15T00:00:00Z")
        )
        try store.pay("monthly")
        store.clock.advance(by: .days(400))
        #expect(try store.entries().count == 2)
        #expect(try store.subscriptions.all().map(\.status) == [.expired])
    }

    @Test("One step or many lead to the same ledger", arguments: [1, 7, 30, 100, 400] as [Double])
    func steps(days: Double) throws {
        let inOneStep = try Store.make(.subscriptions)
        for store in [store, inOneStep] {
            for product in ["trial", "weekly"] { try store.pay(product) }
            try store.updateSettings { $0.timeRate = .realTime }
        }
        let end = Date.start + .days(400)
        while store.clock.now < end {
            store.clock.advance(by: min(.days(days), end.timeIntervalSince(store.clock.now)))
        }
        inOneStep.clock.advance(to: end)
        #expect(try store.entries().map(\.withoutToken) == inOneStep.entries().map(\.withoutToken))
        #expect(try store.subscriptions.all() == inOneStep.subscriptions.all())
    }

    @Test("In accelerated time a subscription ends after many periods in a row")
    func limit() throws {
        try store.pay("monthly")
        var subscription = try #require(try store.subscriptions.all().first)
        subscription.anchor = BillingAnchor(date: .start, count: 20_000)
        subscription.expirationDate = TimeRate.oneRenewalEveryTwoSeconds
            .end(of: .month, count: 20_000, from: .start)
        let product = store.catalog.product(withIdentifier: "monthly")
        var rule = RenewalRule(
            subscription: subscription,
            product: product,
            settings: try store.settings
        )
        #expect(rule.renews)
        rule.settings.timeRate = .oneRenewalEveryTwoSeconds
        #expect(rule.outcome == .ended(.unknown))
        rule.subscription.anchor.count = 19_999
        #expect(rule.renews)
    }

    @Test("With the system's clock a subscription renews by itself", .timeLimit(.minutes(10)))
    func byItself() async throws {
        let store = try Store.make(.subscriptions, clock: .system())
        try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        let (renewals, continuation) = AsyncStream.makeStream(of: Int64.self)
        let observation = store.observe { change in
            for entry in change.entries { continuation.yield(entry.id) }
        }
        try store.pay("monthly")
        // The clock is two seconds before the renewal; a real timer does the rest.
        store.clock.advance(by: 1.9)
        for await id in renewals where id > 1 { break }
        #expect(try store.entries().count >= 2)
        observation.cancel()
    }

    @Test("A subscription that another store sold renews by itself", .timeLimit(.minutes(10)))
    func soldElsewhere() async throws {
        let folder = try TemporaryFolder()
        let store = try Store.make(.subscriptions, at: .file(folder.file()), clock: .system())
        let (renewals, continuation) = AsyncStream.makeStream(of: Int64.self)
        let observation = store.observe { change in
            for entry in change.entries { continuation.yield(entry.id) }
        }
        let seller = try Store.make(.subscriptions, at: .file(folder.file()), clock: .system())
        try seller.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        try seller.pay("monthly")
        try seller.close()
        for await id in renewals where id > 1 { break }
        #expect(try store.entries().count >= 2)
        observation.cancel()
    }
}

extension RenewalRule {
    fileprivate var renews: Bool {
        if case .renewed = outcome { true } else { false }
    }
}

extension LedgerEntry {
    /// The entry without what is random.
    var withoutToken: LedgerEntry {
        var entry = self
        entry.paymentToken = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        return entry
    }
}
