import Foundation
import SwiftyStoreKit
import Testing

/// The spellings of two generations of samples compile and mean the same.
@Suite struct ReceiptSpellingTests {
    @Test func `the old label of a subscription's type has the new answer`() throws {
        let receipt = try TestReceipt.info(
            TestReceipt.make(
                latest: [TestEntry.make("monthly", until: 150)],
                requestDate: 100
            )
        )
        let old = SwiftyStoreKit.verifySubscription(
            type: .autoRenewable,
            productId: "monthly",
            inReceipt: receipt
        )
        let new = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "monthly",
            inReceipt: receipt
        )
        guard case .purchased(let expiryDate, let receiptItems) = old else {
            Issue.record("\(old)")
            return
        }
        #expect(old == new)
        #expect(expiryDate == Date(timeIntervalSince1970: 150) && receiptItems.count == 1)
    }

    @Test func `a password beside the validator is its secret for that call`() async throws {
        let server = ReceiptServer(.status(0))
        let validator = server.makeValidator(sharedSecret: "own")
        for password in ["given", nil] {
            let asked = AppleReceiptValidator.give(password, to: validator)
            _ = await (asked as? AppleReceiptValidator)?.result()
        }
        _ = await validator.result()
        #expect(server.bodies.all.map { $0["password"] as? String } == ["given", "own", "own"])
    }

    @Test func `another validator brings its own secret`() throws {
        let spy = ReceiptValidatorSpy()
        #expect(AppleReceiptValidator.give("given", to: spy) as? ReceiptValidatorSpy === spy)
    }
}

/// Calls as the samples spell them, which must compile and are never made: they would ask the App
/// Store.
private enum Samples {
    @MainActor static func calls() {
        _ = SwiftyStoreKit.localReceiptData?.base64EncodedString(options: [])
        SwiftyStoreKit.fetchReceipt(forceRefresh: true) { result in
            if case .success(let receiptData) = result { _ = receiptData.count }
        }
        let validator = AppleReceiptValidator(service: .production)
        SwiftyStoreKit.verifyReceipt(using: validator) { _ in }
        SwiftyStoreKit.verifyReceipt(using: validator, forceRefresh: false) { _ in }
        SwiftyStoreKit.verifyReceipt(using: validator, password: "your-shared-secret") { result in
            if case .error(let error) = result { _ = "\(error)" }
        }
    }

    @MainActor static func awaits() async throws -> ReceiptInfo {
        let validator = AppleReceiptValidator(
            service: .production,
            sharedSecret: "your-shared-secret"
        )
        _ = try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
        return try await SwiftyStoreKit.verifyReceipt(using: validator)
    }
}
