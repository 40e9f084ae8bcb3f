import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("The app and its store")
    struct AppStoreTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // AppTransaction.shared: there from the first launch, without purchases.
        @Test("The app transaction is there and verified")
        func appTransaction() async throws {
            let app = try await AppTransaction.shared.payloadValue
            #expect(!app.bundleID.isEmpty)
            #expect(!app.appTransactionID.isEmpty)
            #expect(!app.appVersion.isEmpty)
            #expect(!app.originalAppVersion.isEmpty)
            #expect(app.originalPurchaseDate <= Date())
            #expect(app.preorderDate == nil)
        }

        // signedDate; in the JSON, Apple's server library reads it as receiptCreationDate.
        @Test("The app transaction has the date of its signature where Apple's library reads it")
        func signedDate() async throws {
            let app = try await AppTransaction.shared.payloadValue
            let json = try JSONSerialization.jsonObject(with: app.jsonRepresentation)
            let date = try #require((json as? [String: Any])?["receiptCreationDate"] as? NSNumber)
            #expect(date.doubleValue / 1000 == app.signedDate.timeIntervalSince1970)
        }

        // appID, appVersionID: nil outside of production.
        @Test("In a test the app has no identifier of the App Store")
        func noIdentifiers() async throws {
            let app = try await AppTransaction.shared.payloadValue
            #expect(app.appID == nil)
            #expect(app.appVersionID == nil)
            #expect(app.environment != .production)
        }

        // shared: cached. refresh(): asks the store.
        @Test("The shared app transaction stays, a refreshed one is of the same download")
        func refresh() async throws {
            let first = try await AppTransaction.shared.payloadValue
            #expect(try await AppTransaction.shared.payloadValue == first)
            let second = try await AppTransaction.refresh().payloadValue
            #expect(second.appTransactionID == first.appTransactionID)
            #expect(second.bundleID == first.bundleID)
            #expect(second.originalPurchaseDate == first.originalPurchaseDate)
            #expect(second.signedDate >= first.signedDate)
        }

        // appTransactionID: the same over refunds and storefronts.
        @Test("The identifier of the download stays in another storefront")
        func stableIdentifier() async throws {
            let first = try await AppTransaction.shared.payloadValue.appTransactionID
            session.storefront = "DEU"
            #expect(try await AppTransaction.shared.payloadValue.appTransactionID == first)
        }

        // Storefront.current: a country as alpha-3, and an identifier.
        @Test("The storefront is the session's")
        func storefront() async throws {
            let first = try #require(await Storefront.current)
            #expect(first.countryCode == "USA")
            #expect(first.currency?.identifier == "USD")
            session.storefront = "JPN"
            let second = try #require(await Storefront.current)
            #expect(second.countryCode == "JPN")
            #expect(second.currency?.identifier == "JPY")
            #expect(first.id != second.id)
        }

        // Storefront.updates: changes; nothing at the beginning is inference.
        @Test("A change of the storefront arrives, and nothing before it")
        func storefrontUpdates() async throws {
            var updates = Storefront.updates.makeAsyncIterator()
            session.storefront = "DEU"
            #expect(await updates.next()?.countryCode == "DEU")
            session.storefront = "DEU"
            session.storefront = "FRA"
            #expect(await updates.next()?.countryCode == "FRA")
        }

        // Storefront.updates: the queue's storefront is the same.
        @Test("Both interfaces have one storefront")
        func queueStorefront() async throws {
            session.storefront = "GBR"
            let current = try #require(await Storefront.current)
            #expect(SKPaymentQueue.default().storefront?.countryCode == current.countryCode)
            #expect(SKPaymentQueue.default().storefront?.identifier == current.id)
        }

        // requestPriceIncreaseConsent: sends the message.
        @Test("A price increase sends a message")
        func priceIncreaseMessage() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            var messages = Message.messages.makeAsyncIterator()
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(silver.id))
            #expect(await messages.next()?.reason == .priceIncreaseConsent)
        }

        // billingIssue: the payment of a renewal failed.
        @Test("A billing issue sends a message")
        func billingMessage() async throws {
            try await shop.buyAndFinish(Shop.silver)
            var messages = Message.messages.makeAsyncIterator()
            try shop.failRenewal(of: Shop.silver)
            #expect(await messages.next()?.reason == .billingIssue)
        }

        // messages: those that wait come to a listener that begins; true ones alone.
        @Test("A message waits for the app as long as it is true")
        func waitingMessage() async throws {
            let id = UInt(try await shop.buyAndFinish(Shop.silver).id)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            var first = Message.messages.makeAsyncIterator()
            #expect(await first.next()?.reason == .priceIncreaseConsent)
            try session.consentToPriceIncreaseForTransaction(identifier: id)
            var second = Message.messages.makeAsyncIterator()
            try shop.failRenewal(of: Shop.silver)
            #expect(await second.next()?.reason == .billingIssue)
        }

        // winBackOffer: there is an offer for a former subscriber.
        @Test("A win-back offer sends a message")
        func winBackMessage() async throws {
            try await shop.buyAndFinish(Shop.daily)
            var messages = Message.messages.makeAsyncIterator()
            try session.expireSubscription(productIdentifier: Shop.daily)
            #expect(await messages.next()?.reason == .winBackOffer)
        }

        // sync(): brings transactions up to date; what is there stays as it is (inference).
        @Test("Synchronizing changes nothing that is up to date")
        func sync() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            let coins = try await shop.buy(Shop.coins)
            var updates = Transaction.updates.makeAsyncIterator()
            try await AppStore.sync()
            #expect(Set(try await Transaction.all.ids) == [book.id, coins.id])
            #expect(try await Transaction.unfinished.ids == [coins.id])
            let marker = try shop.bought(Shop.season)
            #expect(try await updates.transaction().id == UInt64(marker.identifier))
        }

        // canMakePayments: no profile forbids it.
        @Test("Payments are allowed")
        func canMakePayments() {
            #expect(AppStore.canMakePayments)
            #expect(SKPaymentQueue.canMakePayments() == AppStore.canMakePayments)
        }

        // deviceVerificationID: one for the device.
        @Test("The device has one identifier")
        func device() throws {
            let first = try #require(AppStore.deviceVerificationID)
            #expect(AppStore.deviceVerificationID == first)
        }
    }
}
