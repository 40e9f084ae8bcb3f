import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Fields of transactions")
    struct TransactionFieldTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // productID, productType: what was bought.
        @Test("A transaction names its product and the type")
        func product() async throws {
            var types: [Product.ProductType] = []
            for id in Shop.all {
                let transaction = try await shop.buy(id)
                #expect(transaction.productID == id)
                types.append(transaction.productType)
            }
            #expect(types == [.consumable, .nonConsumable, .nonRenewable, .autoRenewable])
        }

        // originalID: equals id but for restores and renewals.
        @Test("A purchase is its own original", arguments: Shop.all)
        func original(id: String) async throws {
            let transaction = try await shop.buy(id)
            #expect(transaction.originalID == transaction.id)
            #expect(transaction.originalPurchaseDate == transaction.purchaseDate)
        }

        // id: each purchase has its own.
        @Test("Identifiers differ")
        func identifiers() async throws {
            var ids: Set<UInt64> = []
            for id in Shop.all { ids.insert(try await shop.buy(id).id) }
            #expect(ids.count == Shop.all.count)
        }

        // expirationDate, subscriptionGroupID, webOrderLineItemID, subscriptionStatus: nil unless
        // the product is an auto-renewable subscription.
        @Test(
            "Other types have nothing of subscriptions",
            arguments: [Shop.coins, Shop.book, Shop.season]
        )
        func noSubscription(id: String) async throws {
            let transaction = try await shop.buy(id)
            #expect(transaction.expirationDate == nil)
            #expect(transaction.subscriptionGroupID == nil)
            #expect(transaction.webOrderLineItemID == nil)
            #expect(await transaction.subscriptionStatus == nil)
        }

        // The same fields of an auto-renewable subscription.
        @Test("A subscription has a group, an end, a line item and a status")
        func subscription() async throws {
            let transaction = try await shop.buy(Shop.silver)
            #expect(transaction.subscriptionGroupID == Shop.plans)
            #expect(transaction.webOrderLineItemID?.isEmpty == false)
            #expect(await transaction.subscriptionStatus?.state == .subscribed)
            let end = Calendar(identifier: .gregorian)
                .date(byAdding: .month, value: 1, to: transaction.purchaseDate)
            let difference = transaction.expirationDate?.timeIntervalSince(try #require(end))
            // The store's calendar may lie in another time zone.
            #expect(abs(try #require(difference)) <= 86_400)
        }

        // timeRate: the length of a period.
        @Test("A period has the length of the time rate")
        func timeRate() async throws {
            session.timeRate = .monthlyRenewalEveryHour
            let transaction = try await shop.buy(Shop.silver)
            let end = try #require(transaction.expirationDate)
            #expect(end.timeIntervalSince(transaction.purchaseDate) == 3_600)
        }

        // id, originalID, webOrderLineItemID, originalPurchaseDate of a renewal; reason.
        @Test("A renewal continues the original with an identifier of its own")
        func renewal() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let second = try await shop.status().transaction.payloadValue
            #expect(second.id != first.id)
            #expect(second.originalID == first.id)
            #expect(second.webOrderLineItemID != first.webOrderLineItemID)
            #expect(second.originalPurchaseDate == first.purchaseDate)
            #expect(second.purchaseDate >= first.purchaseDate)
            #expect((first.reason, second.reason) == (.purchase, .renewal))
        }

        // purchaseDate: when the account was charged.
        @Test("The date of a purchase is the present", arguments: Shop.all)
        func purchaseDate(id: String) async throws {
            let before = Date()
            let transaction = try await shop.buy(id)
            // Dates may lack fractions of a second.
            #expect(transaction.purchaseDate > before - 1)
            #expect(transaction.purchaseDate <= Date())
        }

        // signedDate: when the JWS was signed.
        @Test("A transaction is signed after the purchase")
        func signedDate() async throws {
            let transaction = try await shop.buy(Shop.book)
            #expect(transaction.signedDate >= transaction.purchaseDate)
            #expect(transaction.signedDate <= Date())
        }

        // price, currency, storefront: as of the purchase.
        @Test("Price, currency and storefront are those of the purchase")
        func price() async throws {
            let transaction = try await shop.buyAndFinish(Shop.book)
            #expect(transaction.price == Decimal(string: "3.99"))
            #expect(transaction.currency?.identifier == "USD")
            #expect(transaction.storefront.countryCode == "USA")
            #expect(transaction.storefront.id == "143441")
            session.storefront = "DEU"
            let later = try await Transaction.latest(for: Shop.book)?.payloadValue
            #expect(later?.currency?.identifier == "USD")
            #expect(later?.storefront.countryCode == "USA")
        }

        // price: milliunits in the JWS. type, storefront: as Apple's examples have them.
        @Test("The JSON has Apple's members")
        func json() async throws {
            let transaction = try await shop.buy(Shop.coins)
            let json = try #require(
                JSONSerialization.jsonObject(with: transaction.jsonRepresentation)
                    as? [String: Any]
            )
            #expect(json["transactionId"] as? String == "\(transaction.id)")
            #expect(json["originalTransactionId"] as? String == "\(transaction.originalID)")
            #expect(json["bundleId"] as? String == transaction.appBundleID)
            #expect(json["productId"] as? String == Shop.coins)
            #expect(json["type"] as? String == "Consumable")
            #expect(json["price"] as? Int == 990)
            #expect(json["currency"] as? String == "USD")
            #expect(json["storefront"] as? String == "USA")
            #expect(json["transactionReason"] as? String == "PURCHASE")
            #expect(json["inAppOwnershipType"] as? String == "PURCHASED")
            #expect(json["environment"] as? String == transaction.environment.rawValue)
            #expect(json["quantity"] as? Int == 1)
            #expect(json["deviceVerificationNonce"] is String)
            #expect(json["deviceVerification"] is String)
            let milliseconds = transaction.purchaseDate.timeIntervalSince1970 * 1000
            #expect(json["purchaseDate"] as? Double == milliseconds.rounded())
        }

        // ownershipType: purchased unless a family shares it. isUpgraded: only of upgraded ones.
        @Test("A purchase is owned, neither upgraded nor revoked", arguments: Shop.all)
        func ownership(id: String) async throws {
            let transaction = try await shop.buy(id)
            #expect(transaction.ownershipType == .purchased)
            #expect(!transaction.isUpgraded)
            #expect(transaction.revocationDate == nil)
            #expect(transaction.revocationReason == nil)
            #expect(transaction.purchasedQuantity == 1)
            #expect(transaction.appAccountToken == nil)
            #expect(transaction.offer == nil)
        }

        // environment: which server made and signed it; never the one that takes money.
        @Test("The environment is one for tests, and that of the app transaction")
        func environment() async throws {
            let environment = try await shop.buy(Shop.book).environment
            #expect(environment != .production)
            #expect(try await AppTransaction.shared.payloadValue.environment == environment)
        }

        // appBundleID, appTransactionID: those of the app transaction.
        @Test("A transaction names the app and its download")
        func app() async throws {
            let transaction = try await shop.buy(Shop.book)
            let app = try await AppTransaction.shared.payloadValue
            #expect(transaction.appBundleID == app.bundleID)
            #expect(transaction.appTransactionID == app.appTransactionID)
            #expect(!transaction.appTransactionID.isEmpty)
        }

        // revocationDate, revocationReason: other, as no sheet chose a reason. The id stays.
        @Test("A refund has a date and a reason", arguments: Shop.all)
        func refund(id: String) async throws {
            let bought = try await shop.buyAndFinish(id)
            try session.refundTransaction(identifier: UInt(bought.id))
            let refunded = try #require(await Transaction.latest(for: id)).payloadValue
            #expect(refunded.id == bought.id)
            #expect(try #require(refunded.revocationDate) >= bought.purchaseDate)
            #expect(refunded.revocationReason == .other)
        }

        // offer: the introductory one has no identifier; price: with the offer.
        @Test("The first subscription has the introductory offer")
        func introductoryOffer() async throws {
            let transaction = try await shop.buy(Shop.club)
            #expect(transaction.offer?.type == .introductory)
            #expect(transaction.offer?.id == nil)
            #expect(transaction.offer?.paymentMode == .freeTrial)
            #expect(transaction.offer?.period == .weekly)
            #expect(transaction.price == 0)
        }

        // offer: that of the period; an offer of several periods is paid in each.
        @Test("An offer of several periods is in each of them, and then no longer")
        func payAsYouGo() async throws {
            try await shop.buyAndFinish(Shop.daily)
            var prices: [Decimal?] = []
            for _ in 1...4 {
                let transaction = try await shop.status(Shop.press).transaction.payloadValue
                prices.append(transaction.price)
                try session.forceRenewalOfSubscription(productIdentifier: Shop.daily)
            }
            #expect(prices == ["1.99", "1.99", "1.99", "5.99"].map { Decimal(string: $0) })
            let last = try await shop.status(Shop.press).transaction.payloadValue
            #expect(last.offer == nil)
        }

        // advancedCommerceInfo: nil for apps without that API.
        @Test("Advanced Commerce is not there")
        func advancedCommerce() async throws {
            #expect(try await shop.buy(Shop.silver).advancedCommerceInfo == nil)
        }

        // Equatable: by the JSON.
        @Test("A transaction that is read twice is equal, a refunded one is not")
        func equality() async throws {
            let bought = try await shop.buyAndFinish(Shop.book)
            let read = try #require(await Transaction.latest(for: Shop.book)).payloadValue
            let again = try #require(await Transaction.latest(for: Shop.book)).payloadValue
            #expect(read == again)
            #expect(Set([read, again]).count == 1)
            try session.refundTransaction(identifier: UInt(bought.id))
            #expect(try await Transaction.latest(for: Shop.book)?.payloadValue != read)
        }
    }
}
