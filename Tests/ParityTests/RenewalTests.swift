import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Renewals")
    struct RenewalTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // autoRenewingEnabled; enable- and disableAutoRenewForTransaction(identifier:): auto-renew
        // is on by default; when it is off, the subscription expires at the end of its period.
        @Test("Auto-renew is on until it is turned off")
        func autoRenew() throws {
            let bought = try shop.bought(Shop.silver)
            #expect(bought.autoRenewingEnabled)
            try session.disableAutoRenewForTransaction(identifier: bought.identifier)
            let disabled = try shop.transaction(bought.identifier)
            #expect(!disabled.autoRenewingEnabled)
            // The period is not cut short, and it is no cancellation.
            #expect(disabled.expirationDate == bought.expirationDate)
            #expect(disabled.cancelDate == nil)
            try session.enableAutoRenewForTransaction(identifier: bought.identifier)
            #expect(try shop.transaction(bought.identifier).autoRenewingEnabled)
        }

        @Test("Auto-renew is for subscriptions")
        func noSubscription() throws {
            let book = try shop.bought(Shop.book)
            #expect(!book.autoRenewingEnabled)
            #expect(throws: (any Error).self) {
                try session.disableAutoRenewForTransaction(identifier: book.identifier)
            }
            #expect(throws: (any Error).self) {
                try session.enableAutoRenewForTransaction(identifier: book.identifier)
            }
        }

        // forceRenewalOfSubscription(productIdentifier:): the period ends now and the next begins.
        @Test("A forced renewal ends the period and begins the next, which arrives")
        func forced() async throws {
            let first = try shop.bought(Shop.silver)
            #expect(await shop.observer.receives(.updated(Shop.silver, .purchased)))
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            #expect(await shop.observer.receives(.updated(Shop.silver, .purchased)))
            let ended = try shop.transaction(first.identifier)
            let end = try #require(ended.expirationDate)
            // The next period begins in another second than this one, as its receipt shows it.
            #expect(end <= Date().addingTimeInterval(1))
            let second = try shop.newest(of: Shop.silver)
            #expect(second.identifier != first.identifier)
            #expect(second.originalTransactionIdentifier == first.identifier)
            #expect(second.purchaseDate == end)
            #expect(second.autoRenewingEnabled)
            #expect(try #require(second.expirationDate) > Date())
        }

        // The same: it also turns auto-renew on and clears a pending price increase.
        @Test("A forced renewal turns auto-renew on and clears a price increase")
        func forcedAfterChanges() throws {
            let first = try shop.bought(Shop.silver)
            try session.disableAutoRenewForTransaction(identifier: first.identifier)
            try session.requestPriceIncreaseConsentForTransaction(identifier: first.identifier)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let second = try shop.newest(of: Shop.silver)
            #expect(second.identifier != first.identifier)
            #expect(second.autoRenewingEnabled)
            #expect(!second.isPendingPriceIncreaseConsent)
        }

        // expireSubscription(productIdentifier:): disables auto-renew; expirationDate becomes now.
        @Test("An expired subscription has ended and does not renew")
        func expired() throws {
            let first = try shop.bought(Shop.silver)
            try session.expireSubscription(productIdentifier: Shop.silver)
            let ended = try shop.transaction(first.identifier)
            #expect(try #require(ended.expirationDate) <= Date())
            #expect(!ended.autoRenewingEnabled)
            #expect(ended.cancelDate == nil)
            #expect(shop.count(of: Shop.silver) == 1)
        }

        @Test("What is no active subscription can be neither renewed nor expired")
        func notSubscribed() throws {
            _ = try shop.bought(Shop.book)
            for product in [Shop.silver, Shop.book, "unknown"] {
                #expect(throws: (any Error).self) {
                    try session.forceRenewalOfSubscription(productIdentifier: product)
                }
                #expect(throws: (any Error).self) {
                    try session.expireSubscription(productIdentifier: product)
                }
            }
        }

        // timeRate: how long a week, a month and a year last, by Apple's table. The older rates
        // shorten the day, so that only their week always has one length.
        @Test("A period has the length of the time rate", arguments: Rate.all)
        func timeRates(rate: Rate) throws {
            session.timeRate = rate.rate
            #expect(session.timeRate == rate.rate)
            let lengths = [
                Shop.weekly: rate.week, Shop.silver: rate.month, Shop.yearly: rate.year,
            ]
            for case (let product, let length?) in lengths {
                session.clearTransactions()
                try session.buyProduct(productIdentifier: product)
                // The first period, because on a slow machine there may be a second one already.
                let first = try #require(session.allTransactions().first)
                let end = try #require(first.expirationDate)
                #expect(end.timeIntervalSince(first.purchaseDate) == length)
            }
        }
    }
}

/// A time rate with the seconds that periods last; `nil` for a length that Apple's table lacks.
struct Rate: Sendable, CustomTestStringConvertible {
    let rate: SKTestSession.TimeRate
    let week: TimeInterval?
    let month: TimeInterval?
    let year: TimeInterval?

    init(
        _ rate: SKTestSession.TimeRate,
        week: TimeInterval? = nil,
        month: TimeInterval? = nil,
        year: TimeInterval? = nil
    ) {
        (self.rate, self.week, self.month, self.year) = (rate, week, month, year)
    }

    var testDescription: String { "\(rate)" }

    static let all = [
        Rate(.oneHourIsOneDay, week: 7 * 3_600),
        Rate(.thirtyMinutesIsOneDay, week: 7 * 1_800),
        Rate(.fiveMinutesIsOneDay, week: 7 * 300),
        Rate(.oneMinuteIsOneDay, week: 7 * 60),
        Rate(.thirtySecondsIsOneDay, week: 7 * 30),
        Rate(.oneSecondIsOneDay, week: 7),
        Rate(.monthlyRenewalEveryHour, week: 900, month: 3_600, year: 43_200),
        Rate(.monthlyRenewalEveryThirtyMinutes, week: 600, month: 1_800, year: 21_600),
        Rate(.monthlyRenewalEveryFifteenMinutes, month: 900),
        Rate(.monthlyRenewalEveryFiveMinutes, week: 180, month: 300, year: 3_600),
        Rate(.monthlyRenewalEveryThirtySeconds, week: 10, month: 30, year: 360),
        Rate(.oneRenewalEveryFifteenMinutes, week: 900, month: 900, year: 900),
        Rate(.oneRenewalEveryFiveMinutes, week: 300, month: 300, year: 300),
        Rate(.oneRenewalEveryMinute, week: 60, month: 60, year: 60),
        Rate(.oneRenewalEveryThirtySeconds, week: 30, month: 30, year: 30),
        Rate(.oneRenewalEveryTenSeconds, week: 10, month: 10, year: 10),
        Rate(.oneRenewalEveryTwoSeconds, week: 2, month: 2, year: 2),
    ]
}
