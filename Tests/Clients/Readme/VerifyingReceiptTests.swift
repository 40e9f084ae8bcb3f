import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct VerifyingReceiptTests {
        private let clock = StoreClock.manual(startingAt: .opening)

        @Test func `an app that was just installed has no receipt file`() throws {
            _ = try TestStore()
            #expect(ReceiptDataSamples.readFile() == nil)
        }

        @Test func `the file is there after a purchase, and fetching brings a new one`()
            async throws
        {
            let store = try TestStore()
            try await store.buy(TestStore.product)
            let before = try #require(ReceiptDataSamples.readFile())
            ReceiptDataSamples.fetchReceipt()
            let line = try await Console.printed.next()
            let after = try #require(ReceiptDataSamples.readFile())
            #expect(line == "Fetch receipt success:\n\(after)")
            #expect(after != before)
        }

        @Test(arguments: Self.verifications)
        func `production refers to the sandbox, which returns what the receipt holds`(
            verification: Words
        ) async throws {
            let store = try TestStore()
            try await store.buy(TestStore.product)
            verification.sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix(verification.words))
            #expect(line.contains(#""environment": Sandbox"#))
            #expect(line.contains(TestStore.product))
        }

        @Test(arguments: Self.purchaseQueries)
        func `a purchase is found, and one that was never made is not`(
            query: Words
        ) async throws {
            let store = try TestStore(clock: clock)
            try await store.buy(TestStore.pass)
            query.sample.run()
            #expect(try await Console.printed.next().hasPrefix("The user has never purchased"))
            try await store.buy(TestStore.product)
            query.sample.run()
            #expect(try await Console.printed.next().hasPrefix("\(query.words) is purchased: "))
        }

        @Test(arguments: Self.subscriptionQueries)
        func `a subscription runs until its end`(query: Words) async throws {
            let store = try TestStore(clock: clock)
            query.sample.run()
            #expect(try await Console.printed.next().hasPrefix("The user has never purchased"))
            try await store.buy(TestStore.subscription)
            try await store.buy(TestStore.weekly)
            query.sample.run()
            let ends = try store.session.store.entries().compactMap(\.expirationDate)
            let line = try await Console.printed.next()
            #expect(line.hasPrefix(query.words))
            #expect(line.contains(" valid until "))
            #expect(ends.contains { line.contains(" until \($0)") })
            try store.cancelSubscriptions()
            clock.advance(by: 40 * 86_400)
            query.sample.run()
            let later = try await Console.printed.next()
            #expect(later.contains(" expired since "))
            #expect(ends.contains { later.contains(" since \($0)") })
        }

        @Test(arguments: Self.failures)
        func `without an App Store the failure is printed`(failure: Words) async throws {
            let store = try TestStore()
            store.close()
            failure.sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix("\(failure.words): The App Store could not be reached: "))
            #expect(line.contains("SKTestSession"))
        }

        @Test(arguments: Self.purchases)
        func `a subscription is bought, finished and verified`(sample: Sample) async throws {
            let store = try TestStore(.subscription, clock: clock)
            sample.run()
            #expect(try await store.queue.removed.next() == "your-product-id")
            #expect(store.states == [.purchased])
            #expect(store.unfinished == [])
            let line = try await Console.printed.next()
            #expect(line == "Product is valid until 2024-04-01 12:00:00 +0000")
        }
    }
}

extension ReadmeTests.VerifyingReceiptTests {
    /// A sample and the words that it prints.
    struct Words: Sendable, CustomTestStringConvertible {
        let words: String
        let sample: Sample

        var testDescription: String { sample.testDescription }

        init(_ words: String, _ name: String, _ run: @escaping @MainActor @Sendable () -> Void) {
            self.words = words
            sample = Sample(name, run)
        }
    }

    fileprivate nonisolated static let verifications = [
        Words("Verify receipt success: ", "current form") {
            VerifyReceiptSamples.verifyReceipt()
        },
        Words("Verify receipt Success: ", "older form") {
            VerifyReceiptSamples.verifyReceiptInOlderForm()
        },
    ]

    fileprivate nonisolated static let purchaseQueries = [
        Words("com.musevisions.SwiftyStoreKit.Purchase1", "current form") {
            VerifyPurchaseSamples.verifyPurchase()
        },
        Words("Product", "older form") { VerifyPurchaseSamples.verifyPurchaseInOlderForm() },
    ]

    fileprivate nonisolated static let subscriptionQueries = [
        Words("com.musevisions.SwiftyStoreKit.Subscription is", "current form, one") {
            VerifySubscriptionSamples.verifySubscription()
        },
        Words("Product is", "older form, one") {
            VerifySubscriptionSamples.verifySubscriptionInOlderForm()
        },
        Words("[", "current form, group") { SubscriptionGroupSamples.verifyGroup() },
        Words("[", "current form, all") { SubscriptionGroupSamples.verifyDistinct() },
    ]

    fileprivate nonisolated static let failures = [
        Words("Fetch receipt failed", "current form, fetch") {
            ReceiptDataSamples.fetchReceipt()
        },
        Words("Verify receipt failed", "current form, receipt") {
            VerifyReceiptSamples.verifyReceipt()
        },
        Words("Verify receipt Failed", "older form, receipt") {
            VerifyReceiptSamples.verifyReceiptInOlderForm()
        },
        Words("Receipt verification failed", "current form, purchase") {
            VerifyPurchaseSamples.verifyPurchase()
        },
        Words("Receipt verification failed", "older form, purchase") {
            VerifyPurchaseSamples.verifyPurchaseInOlderForm()
        },
        Words("Receipt verification failed", "current form, subscription") {
            VerifySubscriptionSamples.verifySubscription()
        },
        Words("Receipt verification failed", "older form, subscription") {
            VerifySubscriptionSamples.verifySubscriptionInOlderForm()
        },
        Words("Receipt verification failed", "current form, group") {
            SubscriptionGroupSamples.verifyGroup()
        },
        Words("Receipt verification failed", "current form, all") {
            SubscriptionGroupSamples.verifyDistinct()
        },
    ]

    fileprivate nonisolated static let purchases = [
        Sample("current form") { PurchaseSubscriptionSamples.purchaseAndVerify() },
        Sample("older form") { PurchaseSubscriptionSamples.purchaseAndVerifyInOlderForm() },
    ]
}
