import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("Simulated errors of a session")
    struct SimulatedErrorTests {
        let session: SKTestSession

        init() throws {
            session = try .make()
        }

        @Test("Every failure is returned as it was set, and ends with nil")
        func roundTrip() async throws {
            try await check(.generic(.networkError(URLError(.timedOut))), forAPI: .loadProducts)
            try await check(.generic(.userCancelled), forAPI: StoreKitPurchaseAPI.purchase)
            try await check(.purchase(.ineligibleForOffer), forAPI: .purchase)
            try await check(.verification(.revokedCertificate), forAPI: .verification)
            try await check(
                .generic(.systemError(CocoaError(.fileNoSuchFile))),
                forAPI: .appStoreSync
            )
            try await check(.generic(.notEntitled), forAPI: .subscriptionStatus)
            try await check(.generic(.unsupported), forAPI: .appTransaction)
            try await check(.generic(.unknown), forAPI: .manageSubscriptions)
            try await check(.generic(.notAvailableInStorefront), forAPI: .refundRequest)
            try await check(.refundRequest(.duplicateRequest), forAPI: .refundRequest)
            try await check(.generic(.unknown), forAPI: StoreKitOfferCodeRedeemAPI())
        }

        private func check<API: FailableStoreKitAPI>(
            _ failure: API.Failure,
            forAPI api: API
        ) async throws {
            #expect(await session.simulatedError(forAPI: api) == nil)
            try await session.setSimulatedError(failure, forAPI: api)
            #expect(await session.simulatedError(forAPI: api) == failure)
            try await session.setSimulatedError(nil, forAPI: api)
            #expect(await session.simulatedError(forAPI: api) == nil)
        }

        @Test("Failures are equal if their errors are, with the errors behind them")
        func equality() {
            typealias Failure = SKTestFailures.Purchase
            let timeout = Failure.generic(.networkError(URLError(.timedOut)))
            #expect(timeout == .generic(.networkError(URLError(.timedOut))))
            #expect(timeout != .generic(.networkError(URLError(.badURL))))
            #expect(timeout != .generic(.systemError(URLError(.timedOut))))
            #expect(timeout != .generic(.unknown))
            #expect(Failure.generic(.unknown) != .purchase(.invalidQuantity))
            #expect(Failure.purchase(.invalidQuantity) != .purchase(.productUnavailable))
        }

        @Test("The failure of one API is none of another")
        func otherAPI() {
            let refusal = SKTestFailures.Purchase.purchase(.productUnavailable)._errorCode
            #expect(SKTestFailures.LoadProducts(_fromErrorCode: refusal) == nil)
            #expect(SKTestFailures.Verification(_fromErrorCode: refusal) == nil)
            #expect(SKTestFailures.RefundRequest(_fromErrorCode: refusal) == nil)
            #expect(
                SKTestFailures.Purchase(_fromErrorCode: refusal) == .purchase(.productUnavailable)
            )
        }

        @Test("Calls fail with the error, each for its API")
        func calls() async throws {
            try await session.setSimulatedError(.generic(.unsupported), forAPI: .loadProducts)
            try await session.setSimulatedError(.generic(.unsupported), forAPI: .appStoreSync)
            try await session.setSimulatedError(.generic(.unsupported), forAPI: .subscriptionStatus)
            try await session.setSimulatedError(.generic(.unsupported), forAPI: .appTransaction)
            await expectUnsupported { _ = try await Product.products(for: ["a"]) }
            await expectUnsupported { try await AppStore.sync() }
            await expectUnsupported { _ = try await Product.SubscriptionInfo.status(for: "a") }
            await expectUnsupported { _ = try await AppTransaction.shared }
            await expectUnsupported { _ = try await AppTransaction.refresh() }
        }

        private func expectUnsupported(_ body: () async throws -> Void) async {
            let error = await #expect(throws: StoreKitError.self) { try await body() }
            #expect(error.map { SKTestFailures.Purchase.generic($0) } == .generic(.unsupported))
        }

        @Test("A simulated cancellation of a purchase is a result, every other error is thrown")
        func purchase() async throws {
            let product = try #require(
                try await Product.products(for: [SampleProducts.hints]).first
            )
            try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
            #expect(try await product.purchase().isCancelled)
            try await session.setSimulatedError(.purchase(.purchaseNotAllowed), forAPI: .purchase)
            await #expect(throws: Product.PurchaseError.purchaseNotAllowed) {
                try await product.purchase()
            }
            try await session.setSimulatedError(nil, forAPI: .purchase)
            #expect(try await product.purchase().verification != nil)
            #expect(session.allTransactions().count == 1)
        }

        @Test("A failed verification makes unverified what the app reads, until it is removed")
        func verification() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            let expected = SKTestFailures.Verification.verification(.invalidSignature)
            try await session.setSimulatedError(expected, forAPI: .verification)
            let bought = try await Product.buy(SampleProducts.colours).verification
            try #expect(isRefused(#require(bought)))
            try await session.buyProduct(identifier: SampleProducts.monthly)
            try #expect(isRefused(#require(await updates.next())))
            for await result in Transaction.all { #expect(isRefused(result)) }
            for await result in Transaction.currentEntitlements { #expect(isRefused(result)) }
            try #expect(isRefused(#require(await Transaction.latest(for: SampleProducts.monthly))))
            let status = try await session.status
            #expect(isRefused(status.transaction))
            #expect(isRefused(status.renewalInfo))
            #expect(isRefused(try await AppTransaction.shared))
            session.resetToDefaultState()
            #expect(try await session.status.renewalInfo.payloadValue.willAutoRenew)
            for await result in Transaction.all { _ = try result.payloadValue }
        }

        private func isRefused<Signed>(_ result: VerificationResult<Signed>) -> Bool {
            if case .unverified(_, .invalidSignature) = result { true } else { false }
        }

        @Test("Resetting a session removes the failures of all APIs")
        func reset() async throws {
            try await session.setSimulatedError(.generic(.unknown), forAPI: .appStoreSync)
            try await session.setSimulatedError(.generic(.unknown), forAPI: .purchase)
            session.resetToDefaultState()
            #expect(await session.simulatedError(forAPI: .appStoreSync) == nil)
            #expect(await session.simulatedError(forAPI: .purchase) == nil)
            try await AppStore.sync()
        }

        @Test("Failures stay with their session, also for its next customer")
        func customers() async throws {
            try await session.setSimulatedError(.generic(.unknown), forAPI: .appStoreSync)
            let other = try SKTestSession.make()
            try await AppStore.sync()
            other.close()
            try session.signIn(as: "ben")
            #expect(await session.simulatedError(forAPI: .appStoreSync) == .generic(.unknown))
            await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
        }

        @Test("A session that ended, and an API that is not StoreKit's, simulate nothing")
        func refused() async throws {
            let foreign = try await #require(throws: SKTestError.self) {
                try await session.setSimulatedError(.generic(.unknown), forAPI: ForeignAPI())
            }
            #expect(foreign.code == .invalidAction)
            #expect(await session.simulatedError(forAPI: ForeignAPI()) == nil)
            session.close()
            let ended = try await #require(throws: SKTestError.self) {
                try await session.setSimulatedError(.generic(.unknown), forAPI: .purchase)
            }
            #expect(ended.code == .serviceUnavailable)
        }
    }
}

private struct ForeignAPI: FailableStoreKitAPI {
    typealias Failure = SKTestFailures.AppStoreSync
}
