import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct DownloadingTests {
        private let shop: Shop

        init() throws {
            shop = try Shop()
        }

        @Test func `a purchase without hosted content waits to be finished`() async throws {
            DownloadsSamples.startDownloads()
            #expect(try await shop.queue.ended.next() == Shop.product)
            let purchase = try #require(SwiftyStoreKit.pendingTransactions.first)
            #expect(purchase.transaction.transactionState == .purchased)
            SwiftyStoreKit.finishTransaction(purchase.transaction)
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `a failure is printed`() async throws {
            shop.session.failTransactionsEnabled = true
            shop.session.failureError = .paymentNotAllowed
            DownloadsSamples.startDownloads()
            let line = try await Console.printed.next()
            let reason = "The store's settings make every purchase fail with this code."
            let error = SKError(.paymentNotAllowed, userInfo: [NSDebugDescriptionErrorKey: reason])
            #expect(line == "\(error)")
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        @Test func `the purchase is finished when all its files are there`() async throws {
            DownloadsSamples.updatedDownloads()
            let transaction = try await unfinishedTransaction()
            let place = URL(fileURLWithPath: "/tmp/pictures")
            let loaded = TestDownload(of: transaction, at: place)
            update([loaded, TestDownload(of: transaction, at: nil)])
            await nextTurn()
            #expect(shop.unfinished == [Shop.product])
            update([loaded, loaded])
            #expect(try await shop.queue.removed.next() == Shop.product)
        }

        private func unfinishedTransaction() async throws -> SKPaymentTransaction {
            _ = try await SwiftyStoreKit.purchaseProduct(Shop.product, atomically: false)
            return try #require(SKPaymentQueue.default().transactions.first)
        }

        /// Lets the main queue call the handler.
        private func nextTurn() async {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
            }
        }

        /// Plays the queue, which has no news of downloads.
        private func update(_ downloads: [SKDownload]) {
            let queue = SKPaymentQueue.default()
            for observer in queue.transactionObservers {
                observer.paymentQueue(queue, updatedDownloads: downloads)
            }
        }
    }
}
