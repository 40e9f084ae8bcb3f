import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

extension PublicAPITests {
    @MainActor
    @Suite struct CallbackTests {
        private let store: TestStore

        init() throws {
            store = try TestStore()
        }

        @Test func `retrieving can be cancelled`() async throws {
            let errors = Recorder<SwiftyStoreKitError?>()
            let request = SwiftyStoreKit.retrieveProductsInfo([TestStore.product]) { result in
                errors.record(result.error as? SwiftyStoreKitError)
            }
            request.start()
            request.cancel()
            #expect(try await errors.next() == .productsRequestCancelled)
        }

        @Test func `a purchase by identifier takes all its arguments`() async throws {
            let ends = Recorder<String>()
            SwiftyStoreKit.purchaseProduct(
                TestStore.product,
                quantity: 1,
                atomically: true,
                applicationUsername: "ada",
                simulatesAskToBuyInSandbox: false,
                paymentDiscount: nil,
                onDeferred: { purchase in ends.record("deferred \(purchase.productId)") },
                completion: { result in ends.record(result.summary) }
            )
            #expect(try await ends.next() == "1 \(TestStore.product) for ada")
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a purchase by product takes all its arguments`() async throws {
            // In Xcode's environment nothing simulates Ask to Buy.
            store.session.environment = .sandbox
            let ends = Recorder<String>()
            SwiftyStoreKit.purchaseProduct(
                try await product(),
                quantity: 1,
                atomically: true,
                applicationUsername: "ada",
                simulatesAskToBuyInSandbox: true,
                paymentDiscount: nil,
                onDeferred: { purchase in ends.record("deferred \(purchase.productId)") },
                completion: { result in ends.record(result.summary) }
            )
            #expect(try await ends.next() == "deferred \(TestStore.product)")
            let waiting = try #require(store.session.allTransactions().first)
            try store.session.approveAskToBuyTransaction(identifier: waiting.identifier)
            #expect(try await ends.next() == "1 \(TestStore.product) for ada")
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a payment that was put off is bought`() async throws {
            let ends = Recorder<String>()
            let product = try await product()
            SwiftyStoreKit.add(SKPayment(product: product), for: product) { result in
                ends.record(result.summary)
            }
            #expect(try await ends.next() == "1 \(TestStore.product) for nobody")
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a payment of no call ends in the handler`() async throws {
            let completed = Recorder<[String]>()
            SwiftyStoreKit.completeTransactions { completed.record($0.map(\.productId)) }
            SwiftyStoreKit.add(SKPayment(product: try await product()))
            #expect(try await completed.next() == [TestStore.product])
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `restoring needs no argument but the callback`() async throws {
            try await store.buy()
            let restored = Recorder<[String]>()
            SwiftyStoreKit.restorePurchases {
                restored.record($0.restoredPurchases.map(\.productId))
            }
            #expect(try await restored.next() == [TestStore.product])
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a refund is reported`() async throws {
            let revoked = Recorder<[String]>()
            SwiftyStoreKit.onEntitlementRevocation { revoked.record($0) }
            try await store.buy()
            let bought = try #require(store.session.allTransactions().first)
            try store.session.refundTransaction(identifier: bought.identifier)
            #expect(try await revoked.next() == [TestStore.product])
        }

        @Test func `the library logs what it does`() async throws {
            let messages = Recorder<LogLevel>()
            // The logger gets messages of the local store too, also those from before.
            SwiftyStoreKit.logger = { level, text in
                if text.hasSuffix("cannot be finished.") { messages.record(level) }
            }
            defer { SwiftyStoreKit.logger = nil }
            SwiftyStoreKit.finishTransaction(SKPaymentTransaction())
            #expect(try await messages.next() == .warning)
        }

        @Test func `the logger is nil at first and can be removed`() {
            #expect(SwiftyStoreKit.logger == nil)
            SwiftyStoreKit.logger = { _, _ in }
            #expect(SwiftyStoreKit.logger != nil)
            SwiftyStoreKit.logger = nil
            #expect(SwiftyStoreKit.logger == nil)
        }

        @Test func `the logger gets the messages of the local store, also those from before`()
            async throws
        {
            let messages = Recorder<String>()
            let (before, after) = (UUID().uuidString, UUID().uuidString)
            StoreScope.current.diagnostics.report(.warning, before)
            SwiftyStoreKit.logger = { level, text in messages.record("\(level.rawValue): \(text)") }
            defer { SwiftyStoreKit.logger = nil }
            StoreScope.current.diagnostics.report(.info, after)
            while try await messages.next() != "warning: \(before)" {}
            while try await messages.next() != "info: \(after)" {}
        }

        private func product() async throws -> SKProduct {
            let results = try await SwiftyStoreKit.retrieveProductsInfo([TestStore.product])
            return try #require(results.retrievedProducts.first)
        }
    }
}

extension PurchaseResult {
    fileprivate var summary: String {
        switch self {
        case .success(let purchase):
            let name = purchase.applicationUsername ?? "nobody"
            return "\(purchase.quantity) \(purchase.productId) for \(name)"
        case .error(let error): return "error \(error.code.rawValue)"
        }
    }
}
