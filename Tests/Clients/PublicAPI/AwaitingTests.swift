import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension PublicAPITests {
    @MainActor
    @Suite struct AwaitingTests {
        private let shop: Shop

        init() throws {
            shop = try Shop()
        }

        @Test func `products are awaited`() async throws {
            let answer = try await SwiftyStoreKit.retrieveProductsInfo([Shop.product, "unknown"])
            #expect(answer.retrievedProducts.map(\.localizedPrice) == ["$1.99"])
            #expect(answer.invalidProductIDs == ["unknown"])
        }

        @Test func `a purchase by identifier is awaited`() async throws {
            let outcome = try await SwiftyStoreKit.purchaseProduct(Shop.product)
            #expect(outcome.summary == "purchased \(Shop.product)")
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `a purchase by product is awaited`() async throws {
            let answer = try await SwiftyStoreKit.retrieveProductsInfo([Shop.product])
            let product = try #require(answer.retrievedProducts.first)
            let outcome = try await SwiftyStoreKit.purchaseProduct(product, atomically: false)
            #expect(outcome.summary == "purchased \(Shop.product)")
            let pending = try #require(SwiftyStoreKit.pendingTransactions.first)
            SwiftyStoreKit.finishTransaction(pending.transaction)
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `a failed purchase throws StoreKit's error`() async throws {
            shop.session.failTransactionsEnabled = true
            shop.session.failureError = .paymentInvalid
            let error = await #expect(throws: SKError.self) {
                try await SwiftyStoreKit.purchaseProduct(Shop.product)
            }
            #expect(error?.code == .paymentInvalid)
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `a purchase that waits for approval is told`() async throws {
            shop.session.askToBuyEnabled = true
            let outcome = try await SwiftyStoreKit.purchaseProduct(Shop.product)
            #expect(outcome.summary == "deferred \(Shop.product)")
        }

        @Test func `a restore is awaited`() async throws {
            try await shop.buy()
            let results = try await SwiftyStoreKit.restorePurchases()
            #expect(results.restoredPurchases.map(\.productId) == [Shop.product])
            #expect(results.restoreFailedPurchases.isEmpty)
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `purchases made elsewhere come as a stream`() async throws {
            SwiftyStoreKit.completeTransactions { _ in }
            let updates = SwiftyStoreKit.purchaseUpdates
            try shop.session.buyProduct(productIdentifier: Shop.product)
            var iterator = updates.makeAsyncIterator()
            let purchase = try #require(await iterator.next())
            #expect(purchase.productId == Shop.product)
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `payments are allowed as the store has it`() throws {
            #expect(SwiftyStoreKit.canMakePayments)
            try shop.session.store.updateSettings { $0.allowsPayments = false }
            #expect(!SwiftyStoreKit.canMakePayments)
        }

        @Test func `without a store nothing forbids payments`() throws {
            try shop.session.store.updateSettings { $0.allowsPayments = false }
            shop.close()
            #expect(SwiftyStoreKit.canMakePayments)
        }
    }
}

extension PurchaseOutcome {
    fileprivate var summary: String {
        switch self {
        case .purchased(let purchase): "purchased \(purchase.productId)"
        case .deferred(let purchase): "deferred \(purchase.productId)"
        }
    }
}
