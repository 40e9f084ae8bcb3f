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
            _ = try Shop()
            #expect(ReceiptDataSamples.readFile() == nil)
        }

        @Test func `the file is there after a purchase, and fetching brings a new one`()
            async throws
        {
            let shop = try Shop()
            try await shop.buy(Shop.product)
            let before = try #require(ReceiptDataSamples.readFile())
            ReceiptDataSamples.fetchReceipt()
            let line = try await Console.printed.next()
            let after = try #require(ReceiptDataSamples.readFile())
            #expect(line == "Fetch receipt success:\n\(after)")
            #expect(after != before)
        }

        @Test(arguments: Self.verifications)
        func `production sends the receipt on, and the sandbox says what it holds`(
            verification: Words
        ) async throws {
            let shop = try Shop()
            try await shop.buy(Shop.product)
            verification.sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix(verification.words))
            #expect(line.contains(#""environment": Sandbox"#))
            #expect(line.contains(Shop.product))
        }

        @Test(arguments: Self.purchaseQuestions)
        func `a purchase is found, and one that was never made is not`(
            question: Words
        ) async throws {
            let shop = try Shop(clock: clock)
            try await shop.buy(Shop.pass)
            question.sample.run()
            #expect(try await Console.printed.next().hasPrefix("The user has never purchased"))
            try await shop.buy(Shop.product)
            question.sample.run()
            #expect(try await Console.printed.next().hasPrefix("\(question.words) is purchased: "))
        }

        @Test(arguments: Self.subscriptionQuestions)
        func `a subscription runs until its end`(question: Words) async throws {
            let shop = try Shop(clock: clock)
            question.sample.run()
            #expect(try await Console.printed.next().hasPrefix("The user has never purchased"))
            try await shop.buy(Shop.subscription)
            try await shop.buy(Shop.weekly)
            question.sample.run()
            let ends = try shop.session.store.entries().compactMap(\.expirationDate)
            let line = try await Console.printed.next()
            #expect(line.hasPrefix(question.words))
            #expect(line.contains(" valid until "))
            #expect(ends.contains { line.contains(" until \($0)") })
            clock.advance(by: 40 * 86_400)
            question.sample.run()
            let later = try await Console.printed.next()
            #expect(later.contains(" expired since "))
            #expect(ends.contains { later.contains(" since \($0)") })
        }

        @Test(arguments: Self.failures)
        func `without an App Store the failure is printed`(failure: Words) async throws {
            let shop = try Shop()
            shop.close()
            failure.sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix("\(failure.words): networkError(error: "))
            #expect(line.contains("set STOREKIT_CONFIGURATION"))
        }

        @Test(arguments: Self.purchases)
        func `a subscription is bought, finished and verified`(sample: Sample) async throws {
            let shop = try Shop(.subscription, clock: clock)
            sample.run()
            #expect(try await shop.queue.removed.next() == "your-product-id")
            #expect(shop.states == [.purchased])
            #expect(shop.unfinished == [])
            let line = try await Console.printed.next()
            #expect(line == "Product is valid until 2024-04-01 12:00:00 +0000")
        }
    }
}

extension ReadmeTests.VerifyingReceiptTests {
    /// A sample and what the line has that it prints.
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
        Words("Verify receipt success: ", "000, 001, 003, 004") {
            VerifyReceiptSamples.verifyReceipt()
        },
        Words("Verify receipt Success: ", "002") { VerifyReceiptSamples.verifyReceiptIn002() },
    ]

    fileprivate nonisolated static let purchaseQuestions = [
        Words("com.musevisions.SwiftyStoreKit.Purchase1", "000, 001, 003, 004") {
            VerifyPurchaseSamples.verifyPurchase()
        },
        Words("Product", "002") { VerifyPurchaseSamples.verifyPurchaseIn002() },
    ]

    fileprivate nonisolated static let subscriptionQuestions = [
        Words("com.musevisions.SwiftyStoreKit.Subscription is", "000, 001, 003, 004, one") {
            VerifySubscriptionSamples.verifySubscription()
        },
        Words("Product is", "002, one") { VerifySubscriptionSamples.verifySubscriptionIn002() },
        Words("[", "000, 001, 003, 004, group") { SubscriptionGroupSamples.verifyGroup() },
        Words("[", "004, all") { SubscriptionGroupSamples.verifyDistinct() },
    ]

    fileprivate nonisolated static let failures = [
        Words("Fetch receipt failed", "000, 001, 003, 004, fetch") {
            ReceiptDataSamples.fetchReceipt()
        },
        Words("Verify receipt failed", "000, 001, 003, 004, receipt") {
            VerifyReceiptSamples.verifyReceipt()
        },
        Words("Verify receipt Failed", "002, receipt") {
            VerifyReceiptSamples.verifyReceiptIn002()
        },
        Words("Receipt verification failed", "000, 001, 003, 004, purchase") {
            VerifyPurchaseSamples.verifyPurchase()
        },
        Words("Receipt verification failed", "002, purchase") {
            VerifyPurchaseSamples.verifyPurchaseIn002()
        },
        Words("Receipt verification failed", "000, 001, 003, 004, subscription") {
            VerifySubscriptionSamples.verifySubscription()
        },
        Words("Receipt verification failed", "002, subscription") {
            VerifySubscriptionSamples.verifySubscriptionIn002()
        },
        Words("Receipt verification failed", "000, 001, 003, 004, group") {
            SubscriptionGroupSamples.verifyGroup()
        },
        Words("Receipt verification failed", "004, all") {
            SubscriptionGroupSamples.verifyDistinct()
        },
    ]

    fileprivate nonisolated static let purchases = [
        Sample("000, 001, 003, 004") { PurchaseSubscriptionSamples.purchaseAndVerify() },
        Sample("002") { PurchaseSubscriptionSamples.purchaseAndVerifyIn002() },
    ]
}
