import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension PublicAPITests {
    @MainActor
    @Suite struct AwaitingTests {
        private let store: TestStore

        init() throws {
            store = try TestStore()
        }

        @Test func `products are awaited`() async throws {
            let results = try await SwiftyStoreKit.retrieveProductsInfo([
                TestStore.product, "unknown",
            ])
            #expect(results.retrievedProducts.map(\.localizedPrice) == ["$1.99"])
            #expect(results.invalidProductIDs == ["unknown"])
        }

        @Test func `a purchase by identifier is awaited`() async throws {
            let outcome = try await SwiftyStoreKit.purchaseProduct(TestStore.product)
            #expect(outcome.summary == "purchased \(TestStore.product)")
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a purchase by product is awaited`() async throws {
            let results = try await SwiftyStoreKit.retrieveProductsInfo([TestStore.product])
            let product = try #require(results.retrievedProducts.first)
            let outcome = try await SwiftyStoreKit.purchaseProduct(product, atomically: false)
            #expect(outcome.summary == "purchased \(TestStore.product)")
            let pending = try #require(SwiftyStoreKit.pendingTransactions.first)
            SwiftyStoreKit.finishTransaction(pending.transaction)
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a failed purchase throws StoreKit's error`() async throws {
            store.session.failTransactionsEnabled = true
            store.session.failureError = .paymentInvalid
            let error = await #expect(throws: SKError.self) {
                try await SwiftyStoreKit.purchaseProduct(TestStore.product)
            }
            #expect(error?.code == .paymentInvalid)
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a purchase that waits for approval is deferred`() async throws {
            store.session.askToBuyEnabled = true
            let outcome = try await SwiftyStoreKit.purchaseProduct(TestStore.product)
            #expect(outcome.summary == "deferred \(TestStore.product)")
        }

        @Test func `the approval of an awaited purchase completes later`() async throws {
            let completed = Recorder<[String]>()
            SwiftyStoreKit.completeTransactions { completed.record($0.map(\.productId)) }
            store.session.askToBuyEnabled = true
            _ = try await SwiftyStoreKit.purchaseProduct(TestStore.product)
            let waiting = try #require(store.session.allTransactions().first)
            try store.session.approveAskToBuyTransaction(identifier: waiting.identifier)
            #expect(try await completed.next() == [TestStore.product])
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a restore is awaited`() async throws {
            try await store.buy()
            let results = try await SwiftyStoreKit.restorePurchases()
            #expect(results.restoredPurchases.map(\.productId) == [TestStore.product])
            #expect(results.restoreFailedPurchases.isEmpty)
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `purchases made elsewhere come as a stream`() async throws {
            SwiftyStoreKit.completeTransactions { _ in }
            let updates = SwiftyStoreKit.purchaseUpdates
            try store.session.buyProduct(productIdentifier: TestStore.product)
            var iterator = updates.makeAsyncIterator()
            let purchase = try #require(await iterator.next())
            #expect(purchase.productId == TestStore.product)
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `payments are allowed as the store has it`() throws {
            #expect(SwiftyStoreKit.canMakePayments)
            try store.session.store.updateSettings { $0.allowsPayments = false }
            #expect(!SwiftyStoreKit.canMakePayments)
        }

        @Test func `without a store nothing forbids payments`() throws {
            try store.session.store.updateSettings { $0.allowsPayments = false }
            store.close()
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

extension PublicAPITests {
    @MainActor
    @Suite struct AwaitingReceiptTests {
        private let store: TestStore

        init() throws {
            store = try TestStore()
        }

        @Test(arguments: [false, true])
        func `a receipt is awaited`(forceRefresh: Bool) async throws {
            try await store.buy()
            let receipt = try await SwiftyStoreKit.fetchReceipt(forceRefresh: forceRefresh)
            #expect(receipt == SwiftyStoreKit.localReceiptData)
        }

        @Test func `a receipt that cannot be had is an error`() async throws {
            store.close()
            let error = await #expect(throws: ReceiptError.self) {
                try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
            }
            #expect(error?.errorCode == 1)
            #expect(String(describing: error).contains("SKTestSession"))
        }

        @Test func `a validator of the app gets the receipt`() async throws {
            try await store.buy()
            let validator = OwnValidator()
            let error = await #expect(throws: ReceiptError.self) {
                _ = try await SwiftyStoreKit.verifyReceipt(using: validator)
            }
            #expect(error?.errorCode == ReceiptError.noRemoteData.errorCode)
            #expect(try await validator.asked.next() == SwiftyStoreKit.localReceiptData)
        }

        @Test func `a validator of the app is not called without a receipt`() async throws {
            store.close()
            let validator = OwnValidator()
            let error = await #expect(throws: ReceiptError.self) {
                _ = try await SwiftyStoreKit.verifyReceipt(using: validator)
            }
            #expect(error?.errorCode == 1)
            validator.asked.record(nil)
            #expect(try await validator.asked.next() == nil)
        }

        @Test func `fetching can be cancelled`() async throws {
            let ends = Recorder<ReceiptError.Cause>()
            let request = SwiftyStoreKit.fetchReceipt(forceRefresh: true) { result in
                if case .error(let error) = result { ends.record(error.cause) }
            }
            try #require(request).cancel()
            #expect(try await ends.next() == .cancelled)
        }
    }
}

/// The validator of an app that verifies with its own server.
private struct OwnValidator: ReceiptValidator, Sendable {
    let asked = Recorder<Data?>()

    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        asked.record(receiptData)
        completion(.error(error: .noRemoteData))
    }
}
