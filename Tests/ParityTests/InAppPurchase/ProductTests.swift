import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Products of StoreKit 2")
    struct ProductTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // products(for:): leaves out unknown identifiers without an error.
        @Test("Unknown identifiers alone, and none, give no products and no error")
        func unknown() async throws {
            #expect(try await Product.products(for: ["nothing", ""]).isEmpty)
            #expect(try await Product.products(for: [String]()).isEmpty)
        }

        // products(for:): any collection of identifiers; the order is inference.
        @Test("Products come in the order of their identifiers")
        func order() async throws {
            let ids = [Shop.silver, Shop.coins, Shop.season, Shop.book]
            #expect(try await Product.products(for: ids).map(\.id) == ids)
            let set = try await Product.products(for: Set(ids))
            #expect(Set(set.map(\.id)) == Set(ids))
        }

        // Inference from observations: a cancelled task reads nothing.
        @Test("In a cancelled task there are no products and no error")
        func cancelled() async throws {
            let products = try await inCancelledTask {
                try await Product.products(for: [Shop.book])
            }
            #expect(products.isEmpty)
        }

        // type: one of the four types that are sold.
        @Test("Each product has its type")
        func types() async throws {
            let types = try await Product.products(for: Shop.all).map(\.type)
            #expect(types == [.consumable, .nonConsumable, .nonRenewable, .autoRenewable])
        }

        // displayName, description: localized texts; a session's locale chooses the language.
        @Test("Names and descriptions are in the session's language")
        func languages() async throws {
            let english = try await shop.product(Shop.coins)
            #expect(english.displayName == "Coins")
            #expect(english.description == "Coins.")
            session.locale = Locale(identifier: "de")
            let german = try await shop.product(Shop.coins)
            #expect(german.displayName == "Münzen")
            #expect(german.description == "Münzen.")
        }

        // displayName, description: empty if the developer gave no localization.
        @Test("Without a localization, name and description are empty")
        func noLocalization() async throws {
            let song = try await shop.product(Shop.song)
            #expect(song.displayName.isEmpty)
            #expect(song.description.isEmpty)
        }

        // price: the number for arithmetic. displayPrice: ready text.
        @Test("The price is a number and a text")
        func price() async throws {
            let coins = try await shop.product(Shop.coins)
            #expect(coins.price == Decimal(string: "0.99"))
            #expect(coins.displayPrice == "$0.99")
        }

        // priceFormatStyle: for amounts that the app derives from the price.
        @Test("Derived amounts have the format of the price")
        func derivedPrice() async throws {
            let gold = try await shop.product(Shop.gold)
            #expect(gold.price.formatted(gold.priceFormatStyle) == gold.displayPrice)
            #expect((gold.price * 12).formatted(gold.priceFormatStyle) == "$119.88")
        }

        // subscriptionPeriodFormatStyle: of the dates of the period, in words.
        @Test("The length of a period is spelled out")
        func periodInWords() async throws {
            let gold = try await shop.product(Shop.gold)
            let period = try #require(gold.subscription?.subscriptionPeriod)
            #expect(period.formatted(gold.subscriptionPeriodFormatStyle) == "one month")
        }

        // displayPrice: in the locale of the storefront, as the format style is.
        @Test("Another storefront has its own currency")
        func storefrontCurrency() async throws {
            session.storefront = "DEU"
            let coins = try await shop.product(Shop.coins)
            #expect(coins.priceFormatStyle.currencyCode == "EUR")
            #expect(coins.displayPrice.contains("€"))
            #expect(coins.displayPrice == coins.price.formatted(coins.priceFormatStyle))
        }

        // Storefront.updates: the app loads its products again; a value does not change.
        @Test("A product that was loaded does not change")
        func value() async throws {
            let before = try await shop.product(Shop.coins)
            session.storefront = "DEU"
            session.locale = Locale(identifier: "de")
            #expect(before.displayPrice == "$0.99")
            #expect(before.displayName == "Coins")
            #expect(try await shop.product(Shop.coins) != before)
        }

        // Equatable: products that were loaded alike are equal.
        @Test("The same product is equal, another is not")
        func equality() async throws {
            let first = try await shop.product(Shop.coins)
            let second = try await shop.product(Shop.coins)
            #expect(first == second)
            #expect(first.hashValue == second.hashValue)
            #expect(try await shop.product(Shop.book) != first)
        }

        // jsonRepresentation: JSON in UTF-8.
        @Test("The JSON of a product is an object")
        func json() async throws {
            let product = try await shop.product(Shop.silver)
            let json = try JSONSerialization.jsonObject(with: product.jsonRepresentation)
            #expect(json is [String: Any])
        }

        // isFamilyShareable: as the developer set it for the product.
        @Test("Family Sharing is as the developer set it")
        func familySharing() async throws {
            #expect(try await shop.product(Shop.song).isFamilyShareable)
            #expect(try await !shop.product(Shop.book).isFamilyShareable)
            #expect(try await shop.product(Shop.silver).isFamilyShareable)
        }

        // subscription: nil for everything but auto-renewable subscriptions.
        @Test("Only an auto-renewable subscription has subscription information")
        func subscription() async throws {
            for id in [Shop.coins, Shop.book, Shop.season] {
                #expect(try await shop.product(id).subscription == nil)
            }
            #expect(try await shop.product(Shop.silver).subscription != nil)
        }

        // subscriptionPeriod: the time between renewals.
        @Test("The period is as the developer set it")
        func periods() async throws {
            let ids = [Shop.weekly, Shop.silver, Shop.yearly]
            let periods = try await Product.products(for: ids)
                .compactMap { $0.subscription?.subscriptionPeriod }
            #expect(periods.map(\.unit) == [.week, .month, .year])
            #expect(periods.map(\.value) == [1, 1, 1])
            #expect(periods == [.weekly, .monthly, .yearly])
        }

        // subscriptionGroupID, groupLevel: 1 is the highest level of service.
        @Test("Products of a group share its identifier and have their levels")
        func groups() async throws {
            let gold = try #require(try await shop.product(Shop.gold).subscription)
            let silver = try #require(try await shop.product(Shop.silver).subscription)
            #expect(gold.subscriptionGroupID == Shop.plans)
            #expect(silver.subscriptionGroupID == Shop.plans)
            #expect((gold.groupLevel, silver.groupLevel) == (1, 2))
        }

        // groupDisplayName: localized; empty without a localization.
        @Test("The group has its name in the session's language")
        func groupNames() async throws {
            #expect(try await shop.product(Shop.daily).subscription?.groupDisplayName == "Press")
            #expect(try await shop.product(Shop.gold).subscription?.groupDisplayName == "")
            session.locale = Locale(identifier: "de")
            #expect(try await shop.product(Shop.daily).subscription?.groupDisplayName == "Presse")
        }

        // introductoryOffer: nil if none is set up. id: nil for it.
        @Test("An introductory offer has its terms and no identifier")
        func introductory() async throws {
            let offer = try #require(
                try await shop.product(Shop.club).subscription?.introductoryOffer
            )
            #expect(offer.id == nil)
            #expect(offer.type == .introductory)
            #expect(offer.paymentMode == .freeTrial)
            #expect(offer.period == .weekly)
            #expect(offer.price == 0)
            #expect(try await shop.product(Shop.gold).subscription?.introductoryOffer == nil)
        }

        // promotionalOffers: empty if none is set up.
        @Test("A promotional offer has its identifier and terms")
        func promotional() async throws {
            let daily = try #require(try await shop.product(Shop.daily).subscription)
            let offer = try #require(daily.promotionalOffers.first)
            #expect(daily.promotionalOffers.count == 1)
            #expect(offer.id == "quarter")
            #expect(offer.type == .promotional)
            #expect(offer.paymentMode == .payUpFront)
            #expect(offer.displayPrice == "$9.99")
            #expect(try await shop.product(Shop.gold).subscription?.promotionalOffers == [])
        }

        // winBackOffers: all that are set up, whether or not the customer is eligible.
        @Test("Win-back offers are listed for those who never subscribed, too")
        func winBack() async throws {
            let offers = try await shop.product(Shop.daily).subscription?.winBackOffers
            #expect(offers?.map(\.id) == ["return"])
            #expect(offers?.map(\.type) == [.winBack])
            #expect(try await shop.product(Shop.gold).subscription?.winBackOffers == [])
        }

        // periodCount: 1 for a free trial and payment up front, else the number of periods.
        @Test("Periods are counted where each is paid by itself")
        func periodCounts() async throws {
            let daily = try #require(try await shop.product(Shop.daily).subscription)
            #expect(daily.introductoryOffer?.paymentMode == .payAsYouGo)
            #expect(daily.introductoryOffer?.periodCount == 3)
            #expect(daily.promotionalOffers.first?.periodCount == 1)
            #expect(daily.promotionalOffers.first?.period == .everyThreeMonths)
            #expect(daily.winBackOffers.first?.periodCount == 1)
        }

        // latestTransaction: as Transaction.latest(for:).
        @Test("The latest transaction of a product is nil until it is bought")
        func latest() async throws {
            let book = try await shop.product(Shop.book)
            #expect(await book.latestTransaction == nil)
            let bought = try await shop.buy(Shop.book)
            #expect(try await book.latestTransaction?.payloadValue.id == bought.id)
        }

        // currentEntitlement: nil when nothing entitles, as with consumables.
        @Test("The current entitlement of a product is that of a customer who owns it")
        func entitlement() async throws {
            let bought = try await shop.buy(Shop.book)
            let book = try await shop.product(Shop.book)
            #expect(try await book.currentEntitlements.ids == [bought.id])
            _ = try await shop.buy(Shop.coins)
            #expect(try await shop.product(Shop.coins).currentEntitlements.ids.isEmpty)
        }
    }
}
