import AppReceipt
import Foundation
import LocalAppStore
import Testing

@Suite("The store's clock", .timeLimit(.minutes(10)))
struct StoreClockTests {
    @Test(
        "At any date of the clock, all products can be bought and the receipts verify",
        arguments: [
            -62_135_596_800, -62_135_596_799, -2_208_988_801, -1, -0.001, 0, 2_524_607_999.5,
            2_524_608_000, 7_258_118_399, 7_258_118_401, 19_880_899_200, 64_092_211_200,
            253_383_897_600, 253_402_300_798, 253_402_300_799,
        ] as [TimeInterval]
    )
    func dates(seconds: TimeInterval) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let store = try Store.make(clock: .manual(startingAt: date))
        #expect(store.clock.now == date)
        try sellEverything(in: store)
        #expect(
            try store.verifiedReceipt().creationDate.timeIntervalSince1970 == seconds.rounded(.down)
        )
        #expect(try store.verifyOwnReceipt().status == 0)
        try store.refreshReceipt(ReceiptProperties(isExpired: true))
        #expect(try store.verifiedReceipt().expirationDate != nil)
    }

    @Test(
        "A clock is never behind the one that it follows, and adds nothing to a millisecond",
        arguments: [(0.7891, 0.79), (0.789, 0.789), (0.7899999, 0.79), (0, 0)]
    )
    func rounding(seconds: TimeInterval, shown: TimeInterval) {
        let clock = StoreClock.following { .start + seconds }
        #expect(clock.now.milliseconds == (Date.start + shown).milliseconds)
        #expect(StoreClock.manual(startingAt: .start + seconds).now == clock.now)
    }

    @Test(
        "A clock is clamped to the years that a receipt can contain",
        arguments: [
            (-.infinity, -62_135_596_800), (-1e15, -62_135_596_800), (1e15, 253_402_300_799),
            (.infinity, 253_402_300_799), (.nan, 253_402_300_799),
        ] as [(TimeInterval, TimeInterval)]
    )
    func ends(seconds: TimeInterval, shown: TimeInterval) throws {
        let clock = StoreClock.manual(startingAt: Date(timeIntervalSince1970: seconds))
        #expect(clock.now == Date(timeIntervalSince1970: shown))
        let store = try Store.make(clock: clock)
        try sellEverything(in: store)
        #expect(try store.verifiedReceipt().inAppPurchases.count == 4)
    }

    @Test("A clock that is advanced by infinity shows the last date")
    func advancing() {
        let clock = StoreClock.manual(startingAt: .start)
        clock.advance(by: .nan)
        clock.advance(by: -.infinity)
        #expect(clock.now == .start)
        clock.advance(by: .infinity)
        #expect(clock.now == Date(timeIntervalSince1970: 253_402_300_799))
    }

    @Test("A subscription ends no later than the last date", arguments: TimeRate.allCases)
    func lastPeriod(rate: TimeRate) throws {
        let last = Date(timeIntervalSince1970: 253_402_300_799)
        let store = try Store.make(clock: .manual(startingAt: last - 1))
        try store.updateSettings { $0.timeRate = rate }
        #expect(try store.pay("yearly").expirationDate == last)
    }

    private func sellEverything(in store: Store) throws {
        for product in ["coins", "level", "pass", "monthly"] {
            let entry = try store.pay(product)
            #expect(entry.state == .purchased)
            #expect(try store.entry(entry.id) == entry)
        }
    }
}
