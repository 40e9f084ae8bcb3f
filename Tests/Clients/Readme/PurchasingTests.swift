import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct PurchasingTests {
        private let store: TestStore

        init() throws {
            store = try TestStore()
        }

        @Test(arguments: Self.samples)
        func `a purchase is printed and finished`(sample: Sample) async throws {
            sample.run()
            #expect(try await Console.printed.next() == "Purchase Success: \(TestStore.product)")
            #expect(try await store.queue.removed.next() == TestStore.product)
            #expect(store.states == [.purchased])
            #expect(store.unfinished == [])
        }

        @Test(arguments: Self.samples, Self.failures)
        func `a failure is printed by its code`(sample: Sample, failure: Failure) async throws {
            store.session.failTransactionsEnabled = true
            store.session.failureError = failure.code
            sample.run()
            #expect(try await store.queue.removed.next() == TestStore.product)
            Console.printed.record("end")
            #expect(try await Console.printed.next() == failure.line ?? "end")
            #expect(store.states == [.failed])
        }

        @Test func `a product that was retrieved is bought and finished`() async throws {
            PurchaseByProductSamples.purchaseByProduct()
            #expect(try await store.queue.removed.next() == TestStore.product)
            #expect(store.states == [.purchased])
            #expect(store.unfinished == [])
        }
    }
}

extension ReadmeTests.PurchasingTests {
    struct Failure: Sendable {
        let code: SKError.Code
        /// The line that the samples print, if any.
        let line: String?
    }

    fileprivate nonisolated static let samples = [
        Sample("atomic") { PurchaseAtomicallySamples.purchaseAtomically() },
        Sample("non-atomic") { PurchaseNonAtomicallySamples.purchaseNonAtomically() },
    ]

    fileprivate nonisolated static let failures = [
        Failure(code: .unknown, line: "Unknown error. Please contact support"),
        Failure(code: .clientInvalid, line: "Not allowed to make the payment"),
        Failure(code: .paymentCancelled, line: nil),
        Failure(code: .paymentInvalid, line: "The purchase identifier was invalid"),
        Failure(
            code: .paymentNotAllowed,
            line: "The device is not allowed to make the payment"
        ),
        Failure(
            code: .storeProductNotAvailable,
            line: "The product is not available in the current storefront"
        ),
        Failure(
            code: .cloudServicePermissionDenied,
            line: "Access to cloud service information is not allowed"
        ),
        Failure(
            code: .cloudServiceNetworkConnectionFailed,
            line: "Could not connect to the network"
        ),
        Failure(
            code: .cloudServiceRevoked,
            line: "User has revoked permission to use this cloud service"
        ),
        Failure(
            code: .privacyAcknowledgementRequired,
            line: (SKError(.privacyAcknowledgementRequired) as NSError).localizedDescription
        ),
    ]
}
