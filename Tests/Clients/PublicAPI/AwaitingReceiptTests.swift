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
        func `a receipt that is not there is awaited`(forceRefresh: Bool) async throws {
            let error = await #expect(throws: ReceiptError.self) {
                try await SwiftyStoreKit.fetchReceipt(forceRefresh: forceRefresh)
            }
            #expect(error?.errorCode == 1)
            #expect(error?.localizedDescription.contains("issues no receipts") == true)
        }

        @Test func `a validator of the app is not asked without a receipt`() async throws {
            let validator = OwnValidator()
            let error = await #expect(throws: ReceiptError.self) {
                _ = try await SwiftyStoreKit.verifyReceipt(using: validator)
            }
            #expect(error?.errorCode == 1)
            validator.asked.record("end")
            #expect(try await validator.asked.next() == "end")
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
    let asked = Recorder<String>()

    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        asked.record("receipt")
        completion(.error(error: .noRemoteData))
    }
}
