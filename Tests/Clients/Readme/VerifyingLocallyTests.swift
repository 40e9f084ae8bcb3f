import AppReceipt
import Foundation
import LocalAppStore
import ReceiptValidation
import StoreKitTest
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    /// The queries of the samples, with a receipt that no server has verified.
    @MainActor
    @Suite struct VerifyingLocallyTests {
        private let clock = StoreClock.manual(startingAt: .opening)
        private let store: TestStore

        init() throws {
            store = try TestStore(clock: clock)
            store.session.store.app = StoreApp(bundleIdentifier: "com.example.shop", version: "7")
        }

        /// The validator of an app, with the root that the store saves beside the receipt.
        private func validator(for app: String = "com.example.shop") throws -> LocalReceiptValidator
        {
            let root = try store.session.store.receiptFile().deletingLastPathComponent()
                .appendingPathComponent("root.cer")
            let verifier = ReceiptVerifier(
                trustedRoots: try TrustedRoots([Array(try Data(contentsOf: root))]),
                rules: [.bundleIdentifier(app), .environment(.sandbox)]
            )
            return LocalReceiptValidator(
                verifier: verifier,
                referenceDate: { [clock] in clock.now }
            )
        }

        @Test func `every query works without a server`() async throws {
            try await store.buy(TestStore.product)
            try await store.buy(TestStore.subscription)
            let receipt = try await SwiftyStoreKit.verifyReceipt(using: try validator())
            guard
                case .purchased = SwiftyStoreKit.verifyPurchase(
                    productId: TestStore.product,
                    inReceipt: receipt
                ),
                case .purchased(let end, _) = VerifySubscriptionSamples.autoRenewable(receipt),
                case .purchased = VerifySubscriptionSamples.nonRenewing(receipt)
            else {
                Issue.record("a purchase is missing")
                return
            }
            #expect(try store.session.store.entries().last?.expirationDate == end)
            #expect(
                SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: receipt) == [
                    TestStore.subscription
                ]
            )
            #expect(
                SwiftyStoreKit.allProductIds(inReceipt: receipt)
                    == [TestStore.product, TestStore.subscription]
            )
            try store.cancelSubscriptions()
            clock.advance(by: 40 * 86_400)
            let later = try await SwiftyStoreKit.verifyReceipt(using: try validator())
            guard case .expired(end, _) = VerifySubscriptionSamples.autoRenewable(later) else {
                Issue.record("still running")
                return
            }
        }

        @Test func `a receipt of another app is refused, and nothing of it comes through`()
            async throws
        {
            try await store.buy(TestStore.product)
            let stranger = try validator(for: "com.example.other")
            let error = await #expect(throws: ReceiptError.self) {
                _ = try await SwiftyStoreKit.verifyReceipt(using: stranger)
            }
            guard case .receiptInvalid(let info, let status)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(status == .receiptCouldNotBeAuthenticated)
            #expect(info["receipt"] == nil)
        }
    }
}
