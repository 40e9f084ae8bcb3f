import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@testable import LocalAppStore

/// A call of an app or a test, of any of the APIs.
struct StoreCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let prepare: @Sendable (SKTestSession) async throws -> Void
    /// Makes the call, and describes its result.
    let run: @Sendable (SKTestSession) async throws -> String

    private init(
        _ name: String,
        after prepare: @escaping @Sendable (SKTestSession) async throws -> Void = { _ in },
        _ run: @escaping @Sendable (SKTestSession) async throws -> String
    ) {
        (testDescription, self.prepare, self.run) = (name, prepare, run)
    }

    static let all = facade + queue + inAppPurchase + session

    /// Whether it ends with the first purchases that can be delivered.
    var waitsForPurchases: Bool { testDescription == "completeTransactions" }
}

// The facade.
extension StoreCall {
    fileprivate static let facade = [
        Self("purchaseProduct") { _ in
            "\(try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints).productID)"
        },
        Self("purchaseProduct of a subscription") { _ in
            "\(try await SwiftyStoreKit.purchaseProduct(SampleProducts.monthly).productID)"
        },
        Self(
            "restorePurchases",
            after: { session in
                try session.buyAndFinish(SampleProducts.colours)
                try session.buyAndFinish(SampleProducts.monthly)
            }
        ) { _ in
            let results = try await SwiftyStoreKit.restorePurchases()
            if let (error, _) = results.restoreFailedPurchases.first { throw error }
            return "\(results.restoredPurchases.map(\.productId).sorted())"
        },
        Self("completeTransactions", after: { try $0.buy(SampleProducts.hints) }) { _ in
            let batches = Recorder<[String]>()
            SwiftyStoreKit.completeTransactions { batches.record($0.map(\.productId)) }
            return "\(await batches.first() ?? [])"
        },
        Self("retrieveProductsInfo") { _ in
            let results = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.hints])
            if let error = results.error { throw error }
            return "\(results.retrievedProducts.map(\.productIdentifier))"
        },
        Self("fetchReceipt", after: { try $0.buy(SampleProducts.colours) }) { _ in
            "\(try await SwiftyStoreKit.fetchReceipt(forceRefresh: true).isEmpty)"
        },
        Self("verifyReceipt", after: { try $0.buy(SampleProducts.monthly) }) { _ in
            let validator = AppleReceiptValidator(service: .sandbox)
            let receipt = try await SwiftyStoreKit.verifyReceipt(using: validator)
            return "\(SwiftyStoreKit.allProductIds(inReceipt: receipt).sorted())"
        },
    ]
}

// The original API.
extension StoreCall {
    fileprivate static let queue = [
        Self("SKPaymentQueue.add") { _ in
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            queue.add(SKPayment.make(SampleProducts.pass))
            let end = await recorder.events.first { event in
                if case .updated(_, let state) = event { state != .purchasing } else { false }
            }
            guard end == .updated(SampleProducts.pass, .failed) else { return "\(end as Any)" }
            throw recorder.transaction(of: SampleProducts.pass)?.error
                ?? CocoaError(.featureUnsupported)
        },
        Self("SKProductsRequest") { _ in
            "\(try await ProductsLoader.products(SampleProducts.hints).map(\.productIdentifier))"
        },
        Self("SKProductStorePromotionController") { _ in
            try await withCheckedThrowingContinuation { continuation in
                SKProductStorePromotionController.default().fetchStorePromotionOrder {
                    continuation.resume(with: $1.map(Result.failure) ?? .success("\($0)"))
                }
            }
        },
    ]
}

// StoreKit 2.
extension StoreCall {
    fileprivate static let inAppPurchase = [
        Self("Product.products") { _ in
            "\(try await Product.products(for: [SampleProducts.hints]).map(\.id))"
        },
        Self("Product.purchase") { _ in
            let result = try await Product.buy(SampleProducts.monthly)
            return result.verification?.unsafePayloadValue.productID ?? "\(result)"
        },
        Self("Transaction.currentEntitlements", after: { try $0.buy(SampleProducts.monthly) }) {
            _ in
            "\(await Transaction.currentEntitlements.products)"
        },
        Self("Transaction.all", after: { try $0.buy(SampleProducts.monthly) }) { _ in
            "\(await Transaction.all.products)"
        },
        Self("Transaction.unfinished", after: { try $0.buy(SampleProducts.hints) }) { _ in
            "\(await Transaction.unfinished.products)"
        },
        Self("Transaction.latest", after: { try $0.buy(SampleProducts.monthly) }) { _ in
            let latest = await Transaction.latest(for: SampleProducts.monthly)
            return latest?.unsafePayloadValue.productID ?? "none"
        },
        Self("Transaction.finish", after: { try $0.buy(SampleProducts.hints) }) { session in
            for await transaction in Transaction.unfinished {
                await transaction.unsafePayloadValue.finish()
            }
            return "\(session.unfinishedTransactions().count)"
        },
        Self("SubscriptionInfo.status", after: { try $0.buy(SampleProducts.monthly) }) { session in
            "\(try await Product.SubscriptionInfo.status(for: SKTestSession.group).map(\.state))"
        },
        Self("isEligibleForIntroOffer") { _ in
            "\(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: SKTestSession.group))"
        },
        Self("AppStore.sync") { _ in "\(try await AppStore.sync())" },
        Self("AppTransaction.shared") { _ in
            try await AppTransaction.shared.payloadValue.bundleID
        },
        Self("Storefront.current") { _ in "\(await Storefront.current?.id ?? "none")" },
    ]
}

// The test session.
extension StoreCall {
    fileprivate static let session = [
        Self("buyProduct") { session in
            try session.buyProduct(productIdentifier: SampleProducts.hints)
            return ""
        },
        Self("allTransactions", after: { try $0.buy(SampleProducts.monthly) }) { session in
            "\(session.allTransactions().map(\.productIdentifier))"
        },
        Self("clearTransactions", after: { try $0.buy(SampleProducts.monthly) }) { session in
            session.clearTransactions()
            return "\(session.allTransactions().count)"
        },
        Self("refundTransaction", after: { try $0.buy(SampleProducts.colours) }) { session in
            try session.refundTransaction(identifier: 1)
            return ""
        },
        Self("forceRenewalOfSubscription", after: { try $0.buy(SampleProducts.monthly) }) {
            try $0.forceRenewalOfSubscription(productIdentifier: SampleProducts.monthly)
            return ""
        },
        Self("expireSubscription", after: { try $0.buy(SampleProducts.monthly) }) { session in
            try session.expireSubscription(productIdentifier: SampleProducts.monthly)
            return ""
        },
        Self("deleteTransaction", after: { try $0.buy(SampleProducts.colours) }) { session in
            try session.deleteTransaction(identifier: 1)
            return ""
        },
        Self("storefront") { session in
            session.storefront = "JPN"
            return session.storefront
        },
    ]
}

extension SKTestSession {
    /// Buys outside of the app.
    fileprivate func buy(_ product: String) throws {
        try buyProduct(productIdentifier: product)
    }

    fileprivate func buyAndFinish(_ product: String) throws {
        try buy(product)
        try store.finish(store.unfinishedEntries().map(\.id))
    }
}

extension PurchaseOutcome {
    fileprivate var productID: String {
        if case .purchased(let purchase) = self { purchase.productId } else { "\(self)" }
    }
}
