import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Purchases by StoreKit 2")
    struct ProductPurchaseTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // Product.products(for:): duplicates are ignored, unknown identifiers are left out.
        @Test("Products come once each, and unknown identifiers do not")
        func products() async throws {
            let products = try await Product.products(for: [Shop.book, "nothing", Shop.book])
            #expect(products.map(\.id) == [Shop.book])
        }

        // purchase(options:): .success with a verified transaction, which is unfinished.
        @Test("A purchase returns a verified transaction")
        func purchase() async throws {
            let result = try await shop.product(Shop.coins).purchase()
            let transaction = try result.transaction
            #expect(transaction.productID == Shop.coins)
            #expect(transaction.productType == .consumable)
            #expect(transaction.purchasedQuantity == 1)
            #expect(try await Transaction.unfinished.ids == [transaction.id])
            await transaction.finish()
            #expect(try await Transaction.unfinished.ids.isEmpty)
            #expect(try await Transaction.all.ids.isEmpty)
        }

        // currentEntitlements: non-consumables, and subscriptions while they are active.
        @Test("A non-consumable and a subscription entitle, a consumable does not")
        func entitlements() async throws {
            for name in [Shop.coins, Shop.book, Shop.silver] {
                _ = try await shop.product(name).purchase()
            }
            var products: Set<String> = []
            for await result in Transaction.currentEntitlements {
                products.insert(try result.payloadValue.productID)
            }
            #expect(products == [Shop.book, Shop.silver])
        }

        // updates: a purchase outside the app.
        @Test("A purchase outside the app arrives by updates, one of the app does not")
        func updates() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            _ = try await shop.product(Shop.book).purchase()
            let outside = try shop.bought(Shop.coins)
            let update = try #require(await updates.next())
            #expect(try update.payloadValue.id == UInt64(outside.identifier))
        }
    }
}

extension Product.PurchaseResult {
    /// The verified transaction of a purchase that succeeded.
    var transaction: Transaction {
        get throws {
            guard case .success(let result) = self else { throw StoreKitError.unknown }
            return try result.payloadValue
        }
    }
}
