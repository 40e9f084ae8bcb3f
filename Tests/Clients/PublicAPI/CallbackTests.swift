import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension PublicAPITests {
    @MainActor
    @Suite struct CallbackTests {
        private let shop: Shop

        init() throws {
            shop = try Shop()
        }

        @Test func `retrieving can be cancelled`() async throws {
            let errors = Recorder<SwiftyStoreKitError?>()
            let request = SwiftyStoreKit.retrieveProductsInfo([Shop.product]) { result in
                errors.record(result.error as? SwiftyStoreKitError)
            }
            request.start()
            request.cancel()
            #expect(try await errors.next() == .productsRequestCancelled)
        }

        @Test func `a purchase by identifier takes all its arguments`() async throws {
            let ends = Recorder<String>()
            SwiftyStoreKit.purchaseProduct(
                Shop.product,
                quantity: 1,
                atomically: true,
                applicationUsername: "ada",
                simulatesAskToBuyInSandbox: false,
                paymentDiscount: nil,
                onDeferred: { purchase in ends.record("deferred \(purchase.productId)") },
                completion: { result in ends.record(result.summary) }
            )
            #expect(try await ends.next() == "1 \(Shop.product) for ada")
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `a purchase by product takes all its arguments`() async throws {
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
            #expect(try await ends.next() == "deferred \(Shop.product)")
            let waiting = try #require(shop.session.allTransactions().first)
            try shop.session.approveAskToBuyTransaction(identifier: waiting.identifier)
            #expect(try await ends.next() == "1 \(Shop.product) for ada")
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `a payment that was put off is bought`() async throws {
            let ends = Recorder<String>()
            let product = try await product()
            SwiftyStoreKit.add(SKPayment(product: product), for: product) { result in
                ends.record(result.summary)
            }
            #expect(try await ends.next() == "1 \(Shop.product) for nobody")
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `a payment of no call ends in the handler`() async throws {
            let completed = Recorder<[String]>()
            SwiftyStoreKit.completeTransactions { completed.record($0.map(\.productId)) }
            SwiftyStoreKit.add(SKPayment(product: try await product()))
            #expect(try await completed.next() == [Shop.product])
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `restoring needs no argument but the callback`() async throws {
            try await shop.buy()
            let restored = Recorder<[String]>()
            SwiftyStoreKit.restorePurchases {
                restored.record($0.restoredPurchases.map(\.productId))
            }
            #expect(try await restored.next() == [Shop.product])
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `a refund is told`() async throws {
            let revoked = Recorder<[String]>()
            SwiftyStoreKit.onEntitlementRevocation { revoked.record($0) }
            try await shop.buy()
            let bought = try #require(shop.session.allTransactions().first)
            try shop.session.refundTransaction(identifier: bought.identifier)
            #expect(try await revoked.next() == [Shop.product])
        }

        @Test func `the library says what it does`() async throws {
            let messages = Recorder<LogLevel>()
            // The logger hears the local store too, and what it said before.
            SwiftyStoreKit.logger = { level, text in
                if text.hasSuffix("cannot be finished.") { messages.record(level) }
            }
            defer { SwiftyStoreKit.logger = nil }
            SwiftyStoreKit.finishTransaction(SKPaymentTransaction())
            #expect(try await messages.next() == .warning)
        }

        @Test func `the logger is nil at first and can be taken away`() {
            #expect(SwiftyStoreKit.logger == nil)
            SwiftyStoreKit.logger = { _, _ in }
            #expect(SwiftyStoreKit.logger != nil)
            SwiftyStoreKit.logger = nil
            #expect(SwiftyStoreKit.logger == nil)
        }

        @Test func `the logger hears the local store, and what it said before`() async throws {
            let messages = Recorder<String>()
            let (before, after) = (UUID().uuidString, UUID().uuidString)
            StoreDiagnostics.shared.report(.warning, before)
            SwiftyStoreKit.logger = { level, text in messages.record("\(level.rawValue): \(text)") }
            defer { SwiftyStoreKit.logger = nil }
            StoreDiagnostics.shared.report(.info, after)
            while try await messages.next() != "warning: \(before)" {}
            while try await messages.next() != "info: \(after)" {}
        }

        private func product() async throws -> SKProduct {
            let answer = try await SwiftyStoreKit.retrieveProductsInfo([Shop.product])
            return try #require(answer.retrievedProducts.first)
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
