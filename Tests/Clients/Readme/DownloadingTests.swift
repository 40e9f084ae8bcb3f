import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct DownloadingTests {
        private let store: TestStore

        init() throws {
            store = try TestStore()
        }

        @Test func `a purchase without hosted content waits to be finished`() async throws {
            DownloadsSamples.startDownloads()
            #expect(try await store.queue.ended.next() == TestStore.product)
            let purchase = try #require(SwiftyStoreKit.pendingTransactions.first)
            #expect(purchase.transaction.transactionState == .purchased)
            SwiftyStoreKit.finishTransaction(purchase.transaction)
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `a failure is printed`() async throws {
            store.session.failTransactionsEnabled = true
            store.session.failureError = .paymentNotAllowed
            DownloadsSamples.startDownloads()
            let line = try await Console.printed.next()
            let reason = "The store's settings make every purchase fail with this code."
            let error = SKError(.paymentNotAllowed, userInfo: [NSDebugDescriptionErrorKey: reason])
            #expect(line == "\(error)")
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        @Test func `the purchase is finished when all its files are there`() async throws {
            DownloadsSamples.updatedDownloads()
            let transaction = try await unfinishedTransaction()
            let place = URL(fileURLWithPath: "/tmp/pictures")
            let loaded = TestDownload(of: transaction, at: place)
            update([loaded, TestDownload(of: transaction, at: nil)])
            await nextTurn()
            #expect(store.unfinished == [TestStore.product])
            update([loaded, loaded])
            #expect(try await store.queue.removed.next() == TestStore.product)
        }

        private func unfinishedTransaction() async throws -> SKPaymentTransaction {
            _ = try await SwiftyStoreKit.purchaseProduct(TestStore.product, atomically: false)
            return try #require(SKPaymentQueue.default().transactions.first)
        }

        /// Lets the main queue call the handler.
        private func nextTurn() async {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
            }
        }

        /// Acts as the queue, which itself never reports downloads.
        private func update(_ downloads: [SKDownload]) {
            let queue = SKPaymentQueue.default()
            for observer in queue.transactionObservers {
                observer.paymentQueue(queue, updatedDownloads: downloads)
            }
        }
    }
}

/// Hosted content of a purchase, which the local store does not have: loaded, or on its way.
final class TestDownload: SKDownload {
    private let place: URL?
    private let purchase: SKPaymentTransaction

    init(of purchase: SKPaymentTransaction, at place: URL?) {
        self.purchase = purchase
        self.place = place
    }

    override var contentURL: URL? { place }
    override var transaction: SKPaymentTransaction { purchase }
}
