import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct ErrorTests {
    @Test(arguments: [SKError.Code.paymentCancelled, .clientInvalid, .invalidOfferPrice])
    func `an error of StoreKit has its own code`(code: SKError.Code) {
        let given = NSError(domain: SKErrorDomain, code: code.rawValue, userInfo: ["key": "value"])
        let error = StoreError.convert(given)
        #expect(error.code == code)
        #expect(error.userInfo["key"] as? String == "value")
    }

    // Code 2 of another domain must not look like a cancelled payment.
    @Test(arguments: [2, -1009])
    func `an error of another domain is unknown with the original beneath`(code: Int) throws {
        let given = NSError(
            domain: "Other",
            code: code,
            userInfo: [NSLocalizedDescriptionKey: "No luck"]
        )
        let error = StoreError.convert(given)
        #expect(error.code == .unknown)
        #expect(error.localizedDescription == "No luck")
        let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(underlying.domain == "Other")
        #expect(underlying.code == code)
    }

    @Test func `no error is unknown with a description`() {
        let error = StoreError.convert(nil)
        #expect(error.code == .unknown)
        #expect(error.localizedDescription == "The request could not be completed.")
        let reason = error.userInfo[NSDebugDescriptionErrorKey] as? String
        #expect(reason == "The App Store gave no reason for the failure.")
    }

    // Apps log codes and domain, so they must not change.
    @Test(arguments: [
        (SwiftyStoreKitError.productsRequestCancelled, 1),
        (.productsRequestEndedWithoutAnswer, 2),
        (.receiptRefreshCancelled, 3),
    ])
    func `the library's errors have stable codes and descriptions`(
        error: SwiftyStoreKitError,
        code: Int
    ) {
        let bridged = error as NSError
        #expect(bridged.domain == "SwiftyStoreKitErrorDomain")
        #expect(bridged.code == code)
        #expect(bridged.localizedDescription == error.errorDescription)
        #expect(bridged.localizedDescription.hasSuffix("."))
        let reason = bridged.userInfo[NSDebugDescriptionErrorKey] as? String
        #expect(reason?.isEmpty == false && reason != error.errorDescription)
    }

    // The library adds no conformance to StoreKit's types that another library may add too.
    @Test func `StoreKit's states have their own descriptions`() {
        let state: Any = SKPaymentTransactionState.purchased
        #expect(!(state is any CustomDebugStringConvertible))
    }
}
