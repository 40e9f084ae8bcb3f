import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
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

        /// Waits until the main queue has called the handler.
        private func nextTurn() async {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
            }
        }

        /// Acts as the queue, with downloads of the test's own.
        private func update(_ downloads: [SKDownload]) {
            let queue = SKPaymentQueue.default()
            for observer in queue.transactionObservers {
                observer.paymentQueue(queue, updatedDownloads: downloads)
            }
        }
    }
}

extension ReadmeTests {
    @MainActor
    @Suite struct HostedContentTests {
        private let folder: URL
        private let store: TestStore

        init() throws {
            let manager = FileManager.default
            folder = manager.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            let pictures = folder.appendingPathComponent("Pictures")
            try manager.createDirectory(at: pictures, withIntermediateDirectories: true)
            try Data("A picture.".utf8).write(to: pictures.appendingPathComponent("1.txt"))
            let declaration = """
                {"content": [{"productID": "\(TestStore.product)", "folder": "Pictures"}]}
                """
            try Data(declaration.utf8)
                .write(to: folder.appendingPathComponent("Products.hosted.json"))
            let products = folder.appendingPathComponent("Products.storekit")
            try manager.copyItem(at: Fixture.products.url, to: products)
            store = try TestStore(file: products)
        }

        @Test func `hosted content is downloaded, and then the purchase is finished`() async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            DownloadsSamples.updatedDownloads()
            DownloadsSamples.startDownloads()
            #expect(try await store.queue.ended.next() == TestStore.product)
            #expect(try await store.queue.removed.next() == TestStore.product)
            #expect(store.unfinished.isEmpty)
        }

        @Test func `a failed download leaves the purchase for another attempt`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            store.session.downloadFailure = .networkConnectionLost
            let failed = Recorder<String>()
            SwiftyStoreKit.updatedDownloadsHandler = { downloads in
                for download in downloads where download.state == .failed {
                    failed.record(download.contentIdentifier)
                }
            }
            DownloadsSamples.startDownloads()
            #expect(try await failed.next() == TestStore.product)
            #expect(store.unfinished == [TestStore.product])
            store.session.downloadFailure = nil
            DownloadsSamples.updatedDownloads()
            let transaction = try #require(SKPaymentQueue.default().transactions.first)
            SwiftyStoreKit.start(transaction.downloads)
            #expect(try await store.queue.removed.next() == TestStore.product)
        }
    }
}

/// Hosted content of a purchase: loaded, or on its way.
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
