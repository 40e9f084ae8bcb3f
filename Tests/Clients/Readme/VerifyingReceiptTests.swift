import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

// The local store issues no receipts yet: what the samples do with a verified one only has to compile here.
extension ReadmeTests {
    @MainActor
    @Suite struct VerifyingReceiptTests {
        @Test func `without a receipt there is no data`() throws {
            _ = try Shop()
            #expect(ReceiptDataSamples.readFile() == nil)
        }

        @Test(arguments: Self.failures)
        func `without a receipt the failure is printed`(failure: Failure) async throws {
            let shop = try Shop()
            failure.sample.run()
            let line = try await Console.printed.next()
            #expect(line == "\(failure.beginning): \(Self.error)")
            #expect(shop.states == [])
        }

        @Test(arguments: Self.purchases)
        func `a subscription is bought and finished, and its receipt asked for`(
            sample: Sample
        ) async throws {
            let shop = try Shop(.subscription)
            sample.run()
            #expect(try await shop.queue.removed.next() == "your-product-id")
            #expect(shop.states == [.purchased])
            #expect(shop.unfinished == [])
            await #expect(throws: ReceiptError.self) {
                try await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
            }
            Console.printed.record("end")
            #expect(try await Console.printed.next() == "end")
        }
    }
}

extension ReadmeTests.VerifyingReceiptTests {
    struct Failure: Sendable, CustomTestStringConvertible {
        /// How the line begins that the sample prints.
        let beginning: String
        let sample: Sample

        var testDescription: String { sample.testDescription }

        init(_ beginning: String, _ name: String, _ run: @escaping @MainActor @Sendable () -> Void)
        {
            self.beginning = beginning
            sample = Sample(name, run)
        }
    }

    /// What the local store answers who asks it for a receipt.
    private static var error: ReceiptError {
        let reason = "The local store issues no receipts"
        return .networkError(
            error: SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: reason])
        )
    }

    fileprivate nonisolated static let failures = [
        Failure("Fetch receipt failed", "000, 001, 003, 004, fetch") {
            ReceiptDataSamples.fetchReceipt()
        },
        Failure("Verify receipt failed", "000, 001, 003, 004, receipt") {
            VerifyReceiptSamples.verifyReceipt()
        },
        Failure("Verify receipt Failed", "002, receipt") {
            VerifyReceiptSamples.verifyReceiptIn002()
        },
        Failure("Receipt verification failed", "000, 001, 003, 004, purchase") {
            VerifyPurchaseSamples.verifyPurchase()
        },
        Failure("Receipt verification failed", "002, purchase") {
            VerifyPurchaseSamples.verifyPurchaseIn002()
        },
        Failure("Receipt verification failed", "000, 001, 003, 004, subscription") {
            VerifySubscriptionSamples.verifySubscription()
        },
        Failure("Receipt verification failed", "002, subscription") {
            VerifySubscriptionSamples.verifySubscriptionIn002()
        },
        Failure("Receipt verification failed", "000, 001, 003, 004, group") {
            SubscriptionGroupSamples.verifyGroup()
        },
        Failure("Receipt verification failed", "004, all") {
            SubscriptionGroupSamples.verifyDistinct()
        },
    ]

    fileprivate nonisolated static let purchases = [
        Sample("000, 001, 003, 004") { PurchaseSubscriptionSamples.purchaseAndVerify() },
        Sample("002") { PurchaseSubscriptionSamples.purchaseAndVerifyIn002() },
    ]
}
