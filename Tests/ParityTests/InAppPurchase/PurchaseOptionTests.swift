import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Purchase options of StoreKit 2")
    struct PurchaseOptionTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // quantity(_:): 1 by default, 10 at most. price: of all units.
        @Test("A consumable is bought in a quantity up to 10", arguments: [1, 2, 10])
        func quantity(count: Int) async throws {
            let transaction = try await shop.buy(Shop.coins, [.quantity(count)])
            #expect(transaction.purchasedQuantity == count)
            #expect(transaction.price == Decimal(99 * count) / 100)
        }

        // PurchaseError.invalidQuantity; that these numbers are invalid is inference.
        @Test("Another quantity is invalid", arguments: [0, -1, 11, Int.max])
        func invalidQuantity(count: Int) async throws {
            let coins = try await shop.product(Shop.coins)
            await #expect(throws: Product.PurchaseError.invalidQuantity) {
                try await coins.purchase(options: [.quantity(count)])
            }
            #expect(try await Transaction.unfinished.ids.isEmpty)
        }

        // quantity(_:): for consumables and non-renewing subscriptions.
        @Test("A non-renewing subscription is bought in a quantity")
        func quantityOfSeasons() async throws {
            #expect(try await shop.buy(Shop.season, [.quantity(3)]).purchasedQuantity == 3)
        }

        // quantity(_:): for no other types; the error is inference.
        @Test("Other types have no quantity", arguments: [Shop.book, Shop.silver])
        func quantityOfOtherTypes(id: String) async throws {
            let product = try await shop.product(id)
            await #expect(throws: Product.PurchaseError.invalidQuantity) {
                try await product.purchase(options: [.quantity(2)])
            }
        }

        // appAccountToken(_:): the same UUID comes back in the transaction.
        @Test("The account token comes back", arguments: Shop.all)
        func accountToken(id: String) async throws {
            let token = UUID()
            let transaction = try await shop.buy(id, [.appAccountToken(token)])
            #expect(transaction.appAccountToken == token)
            #expect(try await shop.buy(Shop.club).appAccountToken == nil)
        }

        // appAccountToken: a UUID in the JSON, by Apple's example in lower case.
        @Test("The JSON has the account token in lower case")
        func accountTokenInJSON() async throws {
            let token = UUID()
            let transaction = try await shop.buy(Shop.book, [.appAccountToken(token)])
            let json = try JSONSerialization.jsonObject(with: transaction.jsonRepresentation)
            let member = (json as? [String: Any])?["appAccountToken"] as? String
            #expect(member == token.uuidString.lowercased())
        }

        // appAccountToken: it stays for ever, also with renewals.
        @Test("A renewal and its renewal information have the account token")
        func accountTokenOfRenewal() async throws {
            let token = UUID()
            try await shop.buyAndFinish(Shop.silver, [.appAccountToken(token)])
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let status = try await shop.status()
            #expect(try status.transaction.payloadValue.reason == .renewal)
            #expect(try status.transaction.payloadValue.appAccountToken == token)
            #expect(try status.renewalInfo.payloadValue.appAccountToken == token)
        }

        // PurchaseOption: an invalid option fails the purchase; which options is inference.
        @Test("Two account tokens contradict each other")
        func twoTokens() async throws {
            let book = try await shop.product(Shop.book)
            await #expect(throws: Product.PurchaseError.self) {
                try await book.purchase(options: [
                    .appAccountToken(UUID()), .appAccountToken(UUID()),
                ])
            }
            #expect(try await Transaction.all.ids.isEmpty)
        }

        // The same for quantities.
        @Test("Two quantities contradict each other")
        func twoQuantities() async throws {
            let coins = try await shop.product(Shop.coins)
            await #expect(throws: Product.PurchaseError.invalidQuantity) {
                try await coins.purchase(options: [.quantity(1), .quantity(2)])
            }
        }

        // Hashable: options that set the same to the same value are equal.
        @Test("Equal options are one in a set")
        func equality() {
            let token = UUID()
            let options: Set<Product.PurchaseOption> = [
                .quantity(2), .quantity(2), .appAccountToken(token), .appAccountToken(token),
            ]
            #expect(options.count == 2)
            #expect(Product.PurchaseOption.quantity(1) != .quantity(2))
        }

        // custom(key:value:): has no effect with a string, a number or a truth value.
        @Test("Custom options have no effect")
        func custom() async throws {
            let transaction = try await shop.buy(
                Shop.book,
                [
                    .custom(key: "text", value: "value"), .custom(key: "number", value: 1.5),
                    .custom(key: "flag", value: true),
                ]
            )
            #expect(transaction.productID == Shop.book)
        }

        // simulatesAskToBuyInSandbox(_:): seen to have no effect in Xcode's environment.
        @Test("Simulated Ask to Buy has no effect in a session", arguments: [true, false])
        func simulatedAskToBuy(isSimulated: Bool) async throws {
            let result = try await shop.product(Shop.book)
                .purchase(options: [.simulatesAskToBuyInSandbox(isSimulated)])
            #expect(!result.isPending)
            #expect(try await Transaction.all.ids.count == 1)
        }

        // onStorefrontChange: asked with the new storefront; the result is inference.
        @Test("The app may decline a purchase in another storefront")
        func declinedStorefront() async throws {
            let book = try await shop.product(Shop.book)
            session.storefront = "DEU"
            let result = try await book.purchase(options: [
                .onStorefrontChange { $0.countryCode != "DEU" }
            ])
            #expect(result.isCancelled)
            #expect(try await Transaction.all.ids.isEmpty)
        }

        // onStorefrontChange: true continues, as without the option.
        @Test("A purchase continues in another storefront", arguments: [true, false])
        func acceptedStorefront(hasOption: Bool) async throws {
            let book = try await shop.product(Shop.book)
            session.storefront = "DEU"
            let options: Set<Product.PurchaseOption> =
                hasOption ? [.onStorefrontChange { _ in true }] : []
            let transaction = try await book.purchase(options: options).transaction
            #expect(transaction.storefront.countryCode == "DEU")
            #expect(transaction.currency?.identifier == "EUR")
        }

        // onStorefrontChange: called when the storefront changes.
        @Test("The app is not asked about a storefront that has not changed")
        func sameStorefront() async throws {
            let result = try await shop.product(Shop.book)
                .purchase(options: [.onStorefrontChange { _ in false }])
            #expect(try result.transaction.productID == Shop.book)
        }

        // winBackOffer(_:): a new transaction with the offer.
        @Test("A former subscriber returns with a win-back offer")
        func winBack() async throws {
            let daily = try await shop.product(Shop.daily)
            let first = try await shop.buyAndFinish(Shop.daily)
            try session.expireSubscription(productIdentifier: Shop.daily)
            let offer = try #require(daily.subscription?.winBackOffers.first)
            let second = try await shop.buy(Shop.daily, [.winBackOffer(offer)])
            #expect(second.id != first.id)
            #expect(second.offer?.type == .winBack)
            #expect(second.offer?.id == "return")
            #expect(second.offer?.paymentMode == .freeTrial)
            #expect(second.price == 0)
        }

        // ineligibleForOffer: the customer is not eligible; here, has never subscribed.
        @Test("A win-back offer is not for new customers")
        func winBackOfNewCustomer() async throws {
            let daily = try await shop.product(Shop.daily)
            let offer = try #require(daily.subscription?.winBackOffers.first)
            await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
                try await daily.purchase(options: [.winBackOffer(offer)])
            }
        }

        // PurchaseOption: an invalid option fails the purchase; which options is inference.
        @Test("Two offers contradict each other")
        func twoOffers() async throws {
            let daily = try await shop.product(Shop.daily)
            let offer = try #require(daily.subscription?.winBackOffers.first)
            let options = Set(
                Product.PurchaseOption.promotionalOffer("quarter", compactJWS: "a.b.c")
            )
            await #expect(throws: Product.PurchaseError.self) {
                try await daily.purchase(options: options.union([.winBackOffer(offer)]))
            }
        }

        // The same for two of a kind.
        @Test("Two promotional offers contradict each other")
        func twoPromotionalOffers() async throws {
            let daily = try await shop.product(Shop.daily)
            let options = ["quarter", "other"].flatMap {
                Product.PurchaseOption.promotionalOffer($0, compactJWS: "a.b.\($0)")
            }
            await #expect(throws: Product.PurchaseError.missingOfferParameters) {
                try await daily.purchase(options: Set(options))
            }
        }

        // The same for billing plans.
        @Test("Two billing plans contradict each other")
        func twoPlans() async throws {
            let yearly = try await shop.product(Shop.yearly)
            await #expect(throws: Product.PurchaseError.self) {
                try await yearly.purchase(
                    options: [.billingPlanType(.upFront), .billingPlanType(.monthly)]
                )
            }
        }

        // invalidOfferSignature: the signature of the offer is invalid.
        @Test("A promotional offer needs a valid signature", arguments: ["", "a.b.c", "{}"])
        func invalidSignature(jws: String) async throws {
            try await shop.buyAndFinish(Shop.daily)
            try session.expireSubscription(productIdentifier: Shop.daily)
            let daily = try await shop.product(Shop.daily)
            await #expect(throws: (any Error).self) {
                try await daily.purchase(
                    options: Set(
                        Product.PurchaseOption.promotionalOffer("quarter", compactJWS: jws)
                    )
                )
            }
            #expect(try await shop.status(Shop.press).state == .expired)
        }

        // billingPlanType(_:): chooses among the pricing terms; the error is inference.
        @Test("A plan that the product lacks cannot be bought")
        func billingPlan() async throws {
            let yearly = try await shop.product(Shop.yearly)
            await #expect(throws: (any Error).self) {
                try await yearly.purchase(options: [.billingPlanType(.monthly)])
            }
            let result = try await yearly.purchase(options: [.billingPlanType(.upFront)])
            #expect(try result.transaction.productID == Shop.yearly)
        }

        // productUnavailable: the store does not sell the product any more.
        @Test("A product that is not sold any more is unavailable")
        func unavailable() async throws {
            let book = try await shop.product(Shop.book)
            let url = FileManager.default.temporaryDirectory
                .appendingPathComponent("\(UUID().uuidString).storekit")
            try Data(#"{"identifier":"0","version":{"major":4,"minor":0}}"#.utf8).write(to: url)
            defer { try? FileManager.default.removeItem(at: url) }
            let empty = try SKTestSession(contentsOf: url)
            empty.disableDialogs = true
            await #expect(throws: Product.PurchaseError.productUnavailable) {
                try await book.purchase()
            }
        }

        // Inference from observations: the purchase continues when its task is cancelled.
        @Test("A purchase in a cancelled task is made nevertheless")
        func cancelled() async throws {
            let book = try await shop.product(Shop.book)
            let result = try await inCancelledTask { try await book.purchase() }
            let transaction = try result.transaction
            #expect(try await Transaction.unfinished.ids == [transaction.id])
        }
    }
}
