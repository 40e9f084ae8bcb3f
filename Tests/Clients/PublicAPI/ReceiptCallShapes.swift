import Foundation
import SwiftyStoreKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Names every call about receipts with the type that apps rely on.
enum ReceiptCallShapes {
    static func callbacks() {
        let _: Data? = SwiftyStoreKit.localReceiptData
        let _: (Bool, @escaping (FetchReceiptResult) -> Void) -> (any InAppRequest)? =
            SwiftyStoreKit.fetchReceipt(forceRefresh:completion:)
        let _:
            (any ReceiptValidator, Bool, @escaping (VerifyReceiptResult) -> Void) -> (
                any InAppRequest
            )? = SwiftyStoreKit.verifyReceipt(using:forceRefresh:completion:)
        let _:
            (any ReceiptValidator, String?, Bool, @escaping (VerifyReceiptResult) -> Void) -> (
                any InAppRequest
            )? = SwiftyStoreKit.verifyReceipt(using:password:forceRefresh:completion:)
    }

    static func awaited() {
        let _: (Bool) async throws -> Data = SwiftyStoreKit.fetchReceipt(forceRefresh:)
        let _: (any ReceiptValidator & Sendable, Bool) async throws -> sending ReceiptInfo =
            SwiftyStoreKit.verifyReceipt(using:forceRefresh:)
    }

    static func questions() {
        let _: (String, ReceiptInfo) -> VerifyPurchaseResult = SwiftyStoreKit.verifyPurchase(
            productId:
            inReceipt:
        )
        let _: (Set<String>, ReceiptInfo) -> [String: VerifyPurchaseResult] = SwiftyStoreKit
            .verifyPurchases(productIds:inReceipt:)
        let _: (SubscriptionType, String, ReceiptInfo, Date?) -> VerifySubscriptionResult =
            SwiftyStoreKit.verifySubscription(ofType:productId:inReceipt:validUntil:)
        let _: (SubscriptionType, String, ReceiptInfo, Date?) -> VerifySubscriptionResult =
            SwiftyStoreKit.verifySubscription(type:productId:inReceipt:validUntil:)
        let _: (SubscriptionType, Set<String>, ReceiptInfo, Date?) -> VerifySubscriptionResult =
            SwiftyStoreKit.verifySubscriptions(ofType:productIds:inReceipt:validUntil:)
    }

    static func overviews() {
        let _: (SubscriptionType, ReceiptInfo) -> Set<String>? = SwiftyStoreKit
            .getDistinctPurchaseIds(ofType:inReceipt:)
        let _: (ReceiptInfo) -> Set<String> = SwiftyStoreKit.allProductIds(inReceipt:)
        let _:
            (ReceiptInfo, Set<String>?, [String: TimeInterval], Date?) -> [String: ProductStatus] =
                SwiftyStoreKit.productStatuses(inReceipt:productIds:nonRenewing:at:)
        let _: (ReceiptInfo) -> [SubscriptionRenewal] = SwiftyStoreKit.subscriptionRenewals(
            inReceipt:
        )
        let _: (Set<String>, ReceiptInfo, Date?) -> OfferEligibility =
            SwiftyStoreKit.offerEligibility(productIds:inReceipt:at:)
        let _: (ReceiptInfo, Date?) -> Date = SwiftyStoreKit.referenceDate(inReceipt:validUntil:)
    }
}

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
