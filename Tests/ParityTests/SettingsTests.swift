import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension Parity {
    @Suite("Settings of a session")
    struct SettingsTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // Every property: its documented default.
        @Test("Every setting has its default")
        func defaults() {
            session.resetToDefaultState()
            expectDefaults()
        }

        // resetToDefaultState(): settings return to the file's; transactions remain.
        @Test("A reset returns every setting and keeps the transactions")
        func reset() throws {
            _ = try shop.bought(Shop.book)
            session.disableDialogs = true
            session.storefront = "DEU"
            session.locale = Locale(identifier: "de")
            session.timeRate = .oneRenewalEveryMinute
            session.askToBuyEnabled = true
            session.interruptedPurchasesEnabled = true
            session.failTransactionsEnabled = true
            session.failureError = .invalidSignature
            session.shouldEnterBillingRetryOnRenewal = true
            session.billingGracePeriodIsEnabled = true
            session.resetToDefaultState()
            expectDefaults()
            #expect(session.allTransactions().map(\.productIdentifier) == [Shop.book])
        }

        private func expectDefaults() {
            #expect(!session.disableDialogs)
            #expect(session.storefront == "USA")
            #expect(session.locale.identifier == "en_US")
            #expect(session.timeRate == .realTime)
            #expect(!session.askToBuyEnabled)
            #expect(!session.interruptedPurchasesEnabled)
            #expect(!session.failTransactionsEnabled)
            #expect(session.failureError == .unknown)
            #expect(!session.shouldEnterBillingRetryOnRenewal)
            #expect(!session.billingGracePeriodIsEnabled)
        }

        // storefront: becomes the payment queue's, and selects the currency.
        @Test("The storefront is the payment queue's and selects the currency")
        func storefront() async throws {
            session.storefront = "JPN"
            #expect(await shop.observer.receives(.storefrontChanged))
            #expect(SKPaymentQueue.default().storefront?.countryCode == "JPN")
            SwiftyStoreKit.clearProductsCache()
            let product = try await product(Shop.book)
            #expect(product.priceLocale.currencyCode == "JPY")
        }

        // locale: that of localized product metadata.
        @Test("The locale selects the texts of products")
        func locale() async throws {
            SwiftyStoreKit.clearProductsCache()
            #expect(try await product(Shop.book).localizedTitle == "Book")
            session.locale = Locale(identifier: "de")
            SwiftyStoreKit.clearProductsCache()
            #expect(try await product(Shop.book).localizedTitle == "Buch")
        }

        private func product(_ identifier: String) async throws -> SKProduct {
            let results = try await SwiftyStoreKit.retrieveProductsInfo([identifier])
            return try #require(results.retrievedProducts.first)
        }

        // init(contentsOf:): loads the file of a URL.
        @Test("A session sells the products of the file at a URL")
        func url() throws {
            let url = Bundle.module.url(forResource: "Plans", withExtension: "storekit")
            let other = try SKTestSession(contentsOf: try #require(url))
            try other.buyProduct(productIdentifier: Shop.book)
            #expect(other.allTransactions().last?.productIdentifier == Shop.book)
        }

        // init(configurationFileNamed:): loads a file from the bundle; an error without one.
        @Test("A session needs its file")
        func file() throws {
            #expect(throws: (any Error).self) {
                try SKTestSession(configurationFileNamed: "No such file")
            }
            #expect(throws: (any Error).self) {
                try SKTestSession(contentsOf: URL(fileURLWithPath: "/no/such/file.storekit"))
            }
        }
    }
}
