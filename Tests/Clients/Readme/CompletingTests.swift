import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct CompletingTests {
        private let store: TestStore

        init() throws {
            store = try TestStore()
        }

        @Test(arguments: Self.samples)
        func `what was pending at launch is reported and finished`(sample: Sample) async throws {
            store.close()
            try store.session.buyProduct(productIdentifier: TestStore.product)
            sample.run()
            store.open()
            #expect(try await store.queue.removed.next() == TestStore.product)
            #expect(store.unfinished == [])
            #expect(store.states == [.purchased])
        }

        @Test(arguments: Self.samples)
        func `what is bought elsewhere while the app runs is reported too`(
            sample: Sample
        ) async throws {
            sample.run()
            try store.session.buyProduct(productIdentifier: TestStore.product)
            #expect(try await store.queue.removed.next() == TestStore.product)
            #expect(store.unfinished == [])
        }

        @Test(arguments: Self.samples)
        func `a failed one is finished too`(sample: Sample) async throws {
            sample.run()
            store.session.failTransactionsEnabled = true
            SKPaymentQueue.default().add(try await product())
            #expect(try await store.queue.removed.next() == TestStore.product)
            #expect(store.states == [.failed])
            Console.printed.record("end")
            #expect(try await Console.printed.next() == "end")
        }

        @Test func `the block of the older form prints the purchase`() async throws {
            Self.olderForm.run()
            try store.session.buyProduct(productIdentifier: TestStore.product)
            let line = try await Console.printed.next()
            #expect(
                line.hasPrefix(
                    "purchased: Purchase(productId: \"\(TestStore.product)\", quantity: 1,"
                )
            )
        }

        @Test func `without pending ones the block is not called`() async throws {
            store.close()
            Self.olderForm.run()
            store.open()
            // A restore takes the same way through the queue, so its end comes after what was
            // pending.
            _ = try await SwiftyStoreKit.restorePurchases()
            Console.printed.record("end")
            #expect(try await Console.printed.next() == "end")
        }

        private func product() async throws -> SKPayment {
            let results = try await SwiftyStoreKit.retrieveProductsInfo([TestStore.product])
            return SKPayment(product: try #require(results.retrievedProducts.first))
        }
    }
}

extension ReadmeTests.CompletingTests {
    fileprivate nonisolated static let samples = [currentForm, olderForm]

    private nonisolated static let currentForm = Sample("current form") {
        let app = CompleteTransactionsSamples.CompleteTransactions()
        let goesOn = app.application(
            application: UIApplication(),
            didFinishLaunchingWithOptions: nil
        )
        #expect(goesOn)
    }

    fileprivate nonisolated static let olderForm = Sample("older form") {
        let app = CompleteTransactionsSamples.CompleteTransactionsInOlderForm()
        let goesOn = app.application(
            application: UIApplication(),
            didFinishLaunchingWithOptions: nil
        )
        #expect(goesOn)
    }
}

extension ReadmeTests {
    @MainActor
    @Suite struct StorePaymentTests {
        @Test func `a purchase begun on the App Store goes on after yes`() async throws {
            let store = try TestStore()
            let completed = Recorder<[String]>()
            SwiftyStoreKit.completeTransactions { completed.record($0.map(\.productId)) }
            StorePaymentsSamples.shouldAddStorePayment()
            try store.session.store.beginPurchaseOnAppStore(of: TestStore.product)
            #expect(try await completed.next() == [TestStore.product])
            #expect(try await store.queue.removed.next() == TestStore.product)
            #expect(store.states == [.purchased])
        }
    }
}
