import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Failures that a test simulates")
    struct SimulatedFailureTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // setSimulatedError(_:forAPI:): each call of the API fails with the error, until it is nil.
        @Test("Products cannot be loaded until the error is removed")
        func loading() async throws {
            try await session.setSimulatedError(
                .generic(.networkError(URLError(.notConnectedToInternet))),
                forAPI: .loadProducts
            )
            for _ in 1...2 {
                let error = await #expect(throws: StoreKitError.self) {
                    try await Product.products(for: [Shop.book])
                }
                guard case .networkError(let cause) = error else { continue }
                #expect(cause.code == .notConnectedToInternet)
            }
            try await session.setSimulatedError(nil, forAPI: .loadProducts)
            #expect(try await Product.products(for: [Shop.book]).count == 1)
        }

        // A purchase that the customer cancels has a result, and throws nothing.
        @Test("A simulated cancellation is a purchase that was cancelled")
        func cancellation() async throws {
            let book = try #require(try await Product.products(for: [Shop.book]).first)
            try await session.setSimulatedError(
                SKTestFailures.Purchase.generic(.userCancelled),
                forAPI: .purchase
            )
            guard case .userCancelled = try await book.purchase() else {
                Issue.record("The purchase was not cancelled")
                return
            }
            #expect(shop.count(of: Shop.book) == 0)
        }

        // SKTestFailures.Purchase.purchase(_:): an error of the purchase.
        @Test("A purchase throws the refusal that a test simulates")
        func refusal() async throws {
            let book = try #require(try await Product.products(for: [Shop.book]).first)
            try await session.setSimulatedError(
                .purchase(.productUnavailable),
                forAPI: StoreKitPurchaseAPI.purchase
            )
            await #expect(throws: Product.PurchaseError.productUnavailable) {
                try await book.purchase()
            }
        }

        // SKTestFailures.Verification: the reason of VerificationResult.unverified.
        @Test("A failed verification makes purchases and entitlements unverified")
        func verification() async throws {
            let book = try #require(try await Product.products(for: [Shop.book]).first)
            try await session.setSimulatedError(
                .verification(.invalidSignature),
                forAPI: .verification
            )
            guard case .success(let result) = try await book.purchase() else {
                throw StoreKitError.unknown
            }
            #expect(isRefused(result))
            for await entitlement in Transaction.currentEntitlements {
                #expect(isRefused(entitlement))
            }
        }

        private func isRefused(_ result: VerificationResult<Transaction>) -> Bool {
            if case .unverified(_, .invalidSignature) = result { true } else { false }
        }

        // AppStore.sync(), AppTransaction.shared, status(for:): their APIs fail on their own.
        @Test("Each API has an error of its own")
        func apis() async throws {
            try await session.setSimulatedError(.generic(.unknown), forAPI: .appStoreSync)
            try await session.setSimulatedError(.generic(.unknown), forAPI: .subscriptionStatus)
            try await session.setSimulatedError(.generic(.unknown), forAPI: .appTransaction)
            await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
            await #expect(throws: StoreKitError.self) { try await AppTransaction.shared }
            await #expect(throws: StoreKitError.self) {
                try await Product.SubscriptionInfo.status(for: "51A7E501")
            }
            #expect(try await Product.products(for: [Shop.book]).count == 1)
        }

        // simulatedError(forAPI:): the present error. resetToDefaultState() removes it.
        @Test("An error can be read, until the session is reset")
        func reading() async throws {
            let injected = SKTestFailures.AppStoreSync.generic(.notEntitled)
            try await session.setSimulatedError(injected, forAPI: .appStoreSync)
            #expect(await session.simulatedError(forAPI: .appStoreSync) == injected)
            #expect(await session.simulatedError(forAPI: .purchase) == nil)
            session.resetToDefaultState()
            #expect(await session.simulatedError(forAPI: .appStoreSync) == nil)
        }
    }
}
