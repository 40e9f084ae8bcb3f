import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Purchases by StoreKit 2 outside the app")
    struct OutsidePurchaseTests {
        let shop: Shop
        var session: SKTestSession { shop.session }
        let monthsAgo = Date().addingTimeInterval(-75 * 86_400)

        init() throws {
            shop = try Shop()
        }

        // buyProduct(identifier:options:): a purchase outside the app, and its transaction.
        // Transaction.updates: purchases outside the app.
        @Test("The app finds the transaction that the test gets")
        func purchase() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            let bought = try await session.buyProduct(identifier: Shop.coins)
            #expect(bought.productID == Shop.coins)
            let update = try #require(await updates.next()).payloadValue
            #expect(update.id == bought.id)
            #expect(session.allTransactions().map(\.identifier) == [UInt(bought.id)])
        }

        // PurchaseOption.quantity(_:), appAccountToken(_:): the transaction has them.
        @Test("Options apply to the purchase")
        func options() async throws {
            let token = UUID()
            let bought = try await session.buyProduct(
                identifier: Shop.coins,
                options: [.quantity(2), .appAccountToken(token)]
            )
            #expect(bought.purchasedQuantity == 2)
            #expect(bought.appAccountToken == token)
        }

        // SKTestError.invalidProductIdentifier: the configuration has no such product.
        @Test("An unknown product is an error of the session")
        func unknown() async throws {
            let error = await #expect(throws: SKTestError.self) {
                try await session.buyProduct(identifier: "bricks")
            }
            #expect(error?.code == .invalidProductIdentifier)
        }

        // purchaseDate(_:renewalBehavior:): renewals until now are the default.
        @Test("A subscription bought in the past has renewed since")
        func renewals() async throws {
            try await session.buyProduct(
                identifier: Shop.silver,
                options: [.purchaseDate(monthsAgo)]
            )
            #expect(shop.count(of: Shop.silver) == 3)
            #expect(await isEntitled())
        }

        // SubscriptionRenewalBehavior.cancelImmediately: one period alone.
        @Test("A subscription cancelled in the past has expired")
        func cancelled() async throws {
            try await session.buyProduct(
                identifier: Shop.silver,
                options: [.purchaseDate(monthsAgo, renewalBehavior: .cancelImmediately)]
            )
            #expect(shop.count(of: Shop.silver) == 1)
            #expect(await !isEntitled())
        }

        // purchaseDate(_:renewalBehavior:): a future date is not valid.
        @Test("Nothing is bought in the future")
        func future() async throws {
            let date = Date().addingTimeInterval(86_400)
            await #expect(throws: (any Error).self) {
                try await session.buyProduct(
                    identifier: Shop.coins,
                    options: [.purchaseDate(date)]
                )
            }
            #expect(shop.count(of: Shop.coins) == 0)
        }

        private func isEntitled() async -> Bool {
            await Transaction.currentEntitlements.contains { _ in true }
        }
    }
}
