import Foundation
import SwiftyStoreKit

/// Names every question to a receipt in types with the type that apps rely on.
enum ReceiptContentShapes {
    static func questions() {
        let _: (ReceiptContent) -> (String) -> VerifyPurchaseResult =
            ReceiptContent.verifyPurchase(productId:)
        let _: (ReceiptContent) -> (Set<String>) -> [String: VerifyPurchaseResult] =
            ReceiptContent.verifyPurchases(productIds:)
        let _: (ReceiptContent) -> (SubscriptionType, String, Date?) -> VerifySubscriptionResult =
            ReceiptContent.verifySubscription(ofType:productId:validUntil:)
        let _:
            (ReceiptContent) -> (SubscriptionType, Set<String>, Date?) -> VerifySubscriptionResult =
                ReceiptContent.verifySubscriptions(ofType:productIds:validUntil:)
        let _: (ReceiptContent) -> (Date?) -> Date = ReceiptContent.referenceDate(validUntil:)
    }

    static func overviews() {
        let _:
            (ReceiptContent) -> (Set<String>?, [String: TimeInterval], Date?) -> [String:
                ProductStatus] = ReceiptContent.productStatuses(productIds:nonRenewing:at:)
        let _: (ReceiptContent) -> () -> [SubscriptionRenewal] =
            ReceiptContent.subscriptionRenewals
        let _: (ReceiptContent) -> (Set<String>) -> OfferEligibility =
            ReceiptContent.offerEligibility(productIds:)
        let _: (ReceiptContent) -> () -> Set<String> = ReceiptContent.allProductIds
        let _: (ReceiptContent) -> (SubscriptionType) -> Set<String>? =
            ReceiptContent.distinctProductIds(ofType:)
    }
}
