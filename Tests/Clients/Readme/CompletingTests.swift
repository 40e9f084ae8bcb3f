import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct CompletingTests {
        private let shop: Shop

        init() throws {
            shop = try Shop()
        }

        @Test(arguments: Self.samples)
        func `what was pending at launch is reported and finished`(sample: Sample) async throws {
            shop.close()
            try shop.session.buyProduct(productIdentifier: Shop.product)
            sample.run()
            shop.open()
            #expect(try await shop.queue.removed.next() == Shop.product)
            #expect(shop.unfinished == [])
            #expect(shop.states == [.purchased])
        }

        @Test(arguments: Self.samples)
        func `what is bought elsewhere while the app runs is reported too`(
            sample: Sample
        ) async throws {
            sample.run()
            try shop.session.buyProduct(productIdentifier: Shop.product)
            #expect(try await shop.queue.removed.next() == Shop.product)
            #expect(shop.unfinished == [])
        }

        @Test(arguments: Self.samples)
        func `a failed one is finished too`(sample: Sample) async throws {
            sample.run()
            shop.session.failTransactionsEnabled = true
            SKPaymentQueue.default().add(try await product())
            #expect(try await shop.queue.removed.next() == Shop.product)
            #expect(shop.states == [.failed])
            Console.printed.record("end")
            #expect(try await Console.printed.next() == "end")
        }

        @Test func `the block of document 002 prints the purchase`() async throws {
            Self.document002.run()
            try shop.session.buyProduct(productIdentifier: Shop.product)
            let line = try await Console.printed.next()
            #expect(
                line.hasPrefix("purchased: Purchase(productId: \"\(Shop.product)\", quantity: 1,")
            )
        }

        @Test func `without pending ones the block is not called`() async throws {
            shop.close()
            Self.document002.run()
            shop.open()
            // A restore takes the same way through the queue, so its end comes after what was
            // pending.
            _ = try await SwiftyStoreKit.restorePurchases()
            Console.printed.record("end")
            #expect(try await Console.printed.next() == "end")
        }

        private func product() async throws -> SKPayment {
            let answer = try await SwiftyStoreKit.retrieveProductsInfo([Shop.product])
            return SKPayment(product: try #require(answer.retrievedProducts.first))
        }
    }
}

extension ReadmeTests.CompletingTests {
    fileprivate nonisolated static let samples = [laterDocuments, document002]

    private nonisolated static let laterDocuments = Sample("000, 001, 003, 004") {
        let app = CompleteTransactionsSamples.CompleteTransactions()
        let goesOn = app.application(
            application: UIApplication(),
            didFinishLaunchingWithOptions: nil
        )
        #expect(goesOn)
    }

    fileprivate nonisolated static let document002 = Sample("002") {
        let app = CompleteTransactionsSamples.CompleteTransactionsIn002()
        let goesOn = app.application(
            application: UIApplication(),
            didFinishLaunchingWithOptions: nil
        )
        #expect(goesOn)
    }
}
