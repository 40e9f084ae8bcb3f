import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct FormattingTests {
    @Test(arguments: [
        ("0.99", "en_US", "$0.99"), ("1234.5", "de_DE", "1.234,50\u{A0}€"),
        ("1200", "ja_JP", "¥1,200"), ("5", "en_US@currency=EUR", "€5.00"),
        ("0.99", "en_US", "$0.99"),
    ])
    func `a price is formatted as its storefront formats it`(
        price: String,
        locale: String,
        text: String
    ) {
        let written = TestProduct.make(price: price, locale: locale).localizedPrice
        #expect(written?.replacingOccurrences(of: "\u{FFE5}", with: "¥") == text)
    }

    @Test func `a discount's price is formatted like a product's`() {
        #expect(TestDiscount(TestPeriod(1, .week), locale: "en_US").localizedPrice == "$1.50")
    }

    @Test(arguments: [
        (1, SKProduct.PeriodUnit.day, "1 day"), (7, .day, "7 days"), (2, .week, "2 weeks"),
        (1, .month, "1 month"), (12, .month, "12 months"), (1, .year, "1 year"),
    ])
    func `a period is formatted in full`(count: Int, unit: SKProduct.PeriodUnit, text: String) {
        let period = TestPeriod(count, unit)
        let product = TestProduct.make(period: period)
        #expect(product.localizedSubscriptionPeriod == text)
        let discount = TestDiscount(period, locale: "en_US")
        #expect(discount.localizedSubscriptionPeriod == text)
    }

    @Test func `a period is formatted in the language of the price or of a given locale`() {
        let product = TestProduct.make(locale: "de_DE", period: TestPeriod(3, .month))
        #expect(product.localizedSubscriptionPeriod == "3 Monate")
        let spanish = Locale(identifier: "es_ES")
        #expect(product.localizedSubscriptionPeriod(locale: spanish) == "3 meses")
        let discount = TestDiscount(TestPeriod(3, .month), locale: "de_DE")
        #expect(discount.localizedSubscriptionPeriod(locale: spanish) == "3 meses")
    }

    @Test func `no period is no text`() {
        #expect(TestProduct.make().localizedSubscriptionPeriod == "")
    }

    // StoreKit has sent such a period for products that aren't subscriptions.
    @Test(arguments: [SKProduct.PeriodUnit.day, .week, .month, .year])
    func `a period of no units is no text`(unit: SKProduct.PeriodUnit) {
        let period = TestPeriod(0, unit)
        #expect(TestProduct.make(period: period).localizedSubscriptionPeriod == "")
        #expect(TestDiscount(period, locale: "de_DE").localizedSubscriptionPeriod == "")
    }

    @Test func `a transaction's state has its name`() {
        let states: [SKPaymentTransactionState] = [
            .purchasing, .purchased, .failed, .restored, .deferred,
        ]
        #expect(
            states.map(\.debugDescription) == [
                "purchasing", "purchased", "failed", "restored", "deferred",
            ]
        )
    }

    @Test(
        arguments: [
            (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2), 1),
            (nil, Date(timeIntervalSince1970: 2), 2),
            (nil, nil, Date.distantPast.timeIntervalSince1970),
        ] as [(Date?, Date?, TimeInterval)]
    )
    func `the first date is the original's, the transaction's, or long ago`(
        original: Date?,
        own: Date?,
        expected: TimeInterval
    ) {
        let transaction = TestTransaction.make(date: own)
        let first = TestTransaction.make(date: original)
        let purchase = Purchase(
            productId: "coins",
            quantity: 1,
            transaction: transaction,
            originalTransaction: first,
            needsFinishTransaction: false
        )
        let details = PurchaseDetails(
            productId: "coins",
            quantity: 1,
            product: TestProduct.make(),
            transaction: transaction,
            originalTransaction: first,
            needsFinishTransaction: false
        )
        for purchased in [purchase, details] as [any Purchased] {
            #expect(purchased.originalPurchaseDate.timeIntervalSince1970 == expected)
        }
    }
}
