import Foundation
import SwiftyStoreKit
import Testing

extension PublicAPITests {
    @MainActor
    @Suite struct AwaitingReceiptTests {
        private let shop: Shop

        init() throws {
            shop = try Shop()
        }

        @Test(arguments: [false, true])
        func `a receipt is awaited`(forceRefresh: Bool) async throws {
            try await shop.buy()
            let receipt = try await SwiftyStoreKit.fetchReceipt(forceRefresh: forceRefresh)
            #expect(receipt == SwiftyStoreKit.localReceiptData)
        }

        @Test func `a receipt that cannot be had is an error`() async throws {
            shop.close()
            let error = await #expect(throws: ReceiptError.self) {
                try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
            }
            #expect(error?.errorCode == 1)
            #expect(error?.localizedDescription.contains("STOREKIT_CONFIGURATION") == true)
        }

        @Test func `a validator of the app gets the receipt`() async throws {
            try await shop.buy()
            let validator = OwnValidator()
            let error = await #expect(throws: ReceiptError.self) {
                _ = try await SwiftyStoreKit.verifyReceipt(using: validator)
            }
            #expect(error?.errorCode == ReceiptError.noRemoteData.errorCode)
            #expect(try await validator.asked.next() == SwiftyStoreKit.localReceiptData)
        }

        @Test func `a validator of the app is not asked without a receipt`() async throws {
            shop.close()
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

/// What an app writes that verifies with its own server.
private struct OwnValidator: ReceiptValidator, Sendable {
    let asked = Recorder<Data?>()

    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        asked.record(receiptData)
        completion(.error(error: .noRemoteData))
    }
}
