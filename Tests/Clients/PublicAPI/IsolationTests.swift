import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension PublicAPITests {
    /// Every call from every isolation; that it compiles without a warning is half of the test.
    @MainActor
    @Suite struct IsolationTests {
        private let store: TestStore

        init() throws {
            store = try TestStore()
        }

        @Test func `from the main actor`() async throws {
            try await EveryCall.onMainActor()
        }

        @Test func `from an actor`() async throws {
            try await Caller().makeEveryCall()
        }

        @Test func `from a function of no isolation`() async throws {
            try await EveryCall.make(isolation: nil)
        }

        @Test func `from a detached task`() async throws {
            // A detached task leaves the scope of its test.
            let scope = StoreScope.current
            try await Task.detached {
                try await scope.run { try await EveryCall.make(isolation: nil) }
            }.value
        }

        @Test func `no call is left out`() async throws {
            let source = try String(contentsOfFile: #filePath, encoding: .utf8)
            let names = try await PublicSymbols.names().filter { $0.hasPrefix("SwiftyStoreKit.") }
            try #require(names.count > 30)
            let missing = names.filter { name in
                let base = name.prefix { $0 != "(" }
                return !source.contains("\(base)(") && !source.contains("\(base) ")
                    && !source.contains("\(base)\n")
            }
            #expect(missing == [])
        }
    }
}

private actor Caller {
    func makeEveryCall() async throws {
        try await EveryCall.make()
    }
}

/// Fails at once.
private struct NoValidator: ReceiptValidator, Sendable {
    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        completion(.error(error: .noRemoteData))
    }
}

private enum EveryCall {
    @MainActor
    static func onMainActor() async throws {
        try await make()
    }

    /// The compiler checks the calls for any actor, and for none.
    static func make(isolation: isolated (any Actor)? = #isolation) async throws {
        let completed = Recorder<Int>()
        setHandlers(completed)
        let product = try await products()
        try await purchases(product)
        try await restores()
        try await receipts()
        try await entitlements()
        questions([:])
        immediate(product)
        // The payment of no call; it must not come into the next test.
        _ = try await completed.next()
    }

    private static func entitlements(
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        _ = await SwiftyStoreKit.entitlements()
        _ = SwiftyStoreKit.entitlementUpdates()
        _ = try await SwiftyStoreKit.subscriptionStatus(ofGroup: "a")
    }

    private static func setHandlers(
        _ completed: Recorder<Int>,
        isolation: isolated (any Actor)? = #isolation
    ) {
        SwiftyStoreKit.completeTransactions { completed.record($0.count) }
        SwiftyStoreKit.onEntitlementRevocation { _ in }
        SwiftyStoreKit.shouldAddStorePaymentHandler = { _, _ in false }
        SwiftyStoreKit.updatedDownloadsHandler = { _ in }
        SwiftyStoreKit.logger = { _, _ in }
        SwiftyStoreKit.logger = nil
        _ = SwiftyStoreKit.purchaseUpdates
    }

    private static func products(
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> SKProduct {
        let ends = Recorder<Int>()
        let request: any InAppRequest & Sendable =
            SwiftyStoreKit.retrieveProductsInfo([TestStore.product]) { _ in ends.record(1) }
        request.cancel()
        _ = try await ends.next()
        SwiftyStoreKit.clearProductsCache()
        let results = try await SwiftyStoreKit.retrieveProductsInfo([TestStore.product])
        return try #require(results.retrievedProducts.first)
    }

    private static func purchases(
        _ product: SKProduct,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let ends = Recorder<Int>()
        SwiftyStoreKit.purchaseProduct(TestStore.product) { _ in ends.record(1) }
        SwiftyStoreKit.purchaseProduct(product) { _ in ends.record(1) }
        SwiftyStoreKit.add(SKPayment(product: product), for: product) { _ in ends.record(1) }
        for _ in 0..<3 { _ = try await ends.next() }
        _ = try await SwiftyStoreKit.purchaseProduct(TestStore.product)
        guard
            case .purchased(let purchase) = try await SwiftyStoreKit.purchaseProduct(
                product,
                atomically: false
            )
        else { throw CancellationError() }
        SwiftyStoreKit.finishTransaction(purchase.transaction)
        _ = SwiftyStoreKit.pendingTransactions
    }

    private static func restores(isolation: isolated (any Actor)? = #isolation) async throws {
        let ends = Recorder<Int>()
        SwiftyStoreKit.restorePurchases { _ in ends.record(1) }
        _ = try await ends.next()
        _ = try await SwiftyStoreKit.restorePurchases()
    }

    private static func receipts(isolation: isolated (any Actor)? = #isolation) async throws {
        let ends = Recorder<Int>()
        _ = SwiftyStoreKit.localReceiptData
        SwiftyStoreKit.fetchReceipt(forceRefresh: false) { _ in ends.record(1) }
        SwiftyStoreKit.verifyReceipt(using: NoValidator()) { _ in ends.record(1) }
        for _ in 0..<2 { _ = try await ends.next() }
        _ = try await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
        let error = await #expect(throws: ReceiptError.self) {
            _ = try await SwiftyStoreKit.verifyReceipt(using: NoValidator())
        }
        #expect(error?.errorCode == ReceiptError.noRemoteData.errorCode)
    }

    private static func questions(
        _ receipt: ReceiptInfo,
        isolation: isolated (any Actor)? = #isolation
    ) {
        _ = SwiftyStoreKit.verifyPurchase(productId: "a", inReceipt: receipt)
        _ = SwiftyStoreKit.verifyPurchases(productIds: ["a"], inReceipt: receipt)
        _ = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "a",
            inReceipt: receipt
        )
        _ = SwiftyStoreKit.verifySubscriptions(productIds: ["a"], inReceipt: receipt)
        _ = SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: receipt)
        _ = SwiftyStoreKit.allProductIds(inReceipt: receipt)
        _ = SwiftyStoreKit.productStatuses(inReceipt: receipt)
        _ = SwiftyStoreKit.subscriptionRenewals(inReceipt: receipt)
        _ = SwiftyStoreKit.offerEligibility(productIds: ["a"], inReceipt: receipt)
        _ = SwiftyStoreKit.referenceDate(inReceipt: receipt)
    }

    private static func immediate(
        _ product: SKProduct,
        isolation: isolated (any Actor)? = #isolation
    ) {
        _ = SwiftyStoreKit.canMakePayments
        SwiftyStoreKit.add(SKPayment(product: product))
        SwiftyStoreKit.start([])
        SwiftyStoreKit.pause([])
        SwiftyStoreKit.resume([])
        SwiftyStoreKit.cancel([])
    }
}
