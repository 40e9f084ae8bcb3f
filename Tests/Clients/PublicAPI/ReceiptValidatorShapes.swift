import Foundation
import SwiftyStoreKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Names every part of verifying with the type that apps rely on.
enum ReceiptValidatorShapes {
    static func validators() {
        let _: (AppleReceiptValidator.VerifyReceiptURLType, String?) -> AppleReceiptValidator =
            AppleReceiptValidator.init(service:sharedSecret:)
        let _:
            (
                AppleReceiptValidator.VerifyReceiptURLType, String?, Bool, URLSession,
                @escaping @Sendable (AppleReceiptValidator.VerifyReceiptURLType) -> URL?
            ) -> AppleReceiptValidator = AppleReceiptValidator.init(
                service:
                sharedSecret:
                excludeOldTransactions:
                session:
                address:
            )
        let _:
            ReferenceWritableKeyPath<
                AppleReceiptValidator, AppleReceiptValidator.VerifyReceiptURLType
            > = \AppleReceiptValidator.service
        let _: (AppleReceiptValidator) -> (Data, @escaping (VerifyReceiptResult) -> Void) -> Void =
            AppleReceiptValidator.validate(receiptData:completion:)
    }

    static func services() {
        let _: AppleReceiptValidator.VerifyReceiptURLType = AppleReceiptValidator
            .VerifyReceiptURLType.production
        let _: AppleReceiptValidator.VerifyReceiptURLType = AppleReceiptValidator
            .VerifyReceiptURLType.sandbox
        let _: (String) -> AppleReceiptValidator.VerifyReceiptURLType? = AppleReceiptValidator
            .VerifyReceiptURLType.init(rawValue:)
    }

    static func results() {
        let _: (Data) -> FetchReceiptResult = FetchReceiptResult.success(receiptData:)
        let _: (ReceiptError) -> FetchReceiptResult = FetchReceiptResult.error(error:)
        let _: (ReceiptInfo) -> VerifyReceiptResult = VerifyReceiptResult.success(receipt:)
        let _: (ReceiptError) -> VerifyReceiptResult = VerifyReceiptResult.error(error:)
        let _: (Data) -> VerifyReceiptResult = VerifyReceiptResult.init(json:)
        let _: (VerifyReceiptResult) -> () throws(ReceiptError) -> sending ReceiptInfo =
            VerifyReceiptResult.get
    }
}
