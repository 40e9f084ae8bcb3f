import Foundation
import SwiftyStoreKit

/// Names every question to a receipt in types with the type that apps rely on.
enum ReceiptDetailsShapes {
    static func questions() {
        let _: (ReceiptDetails) -> (String) -> VerifyPurchaseResult =
            ReceiptDetails.verifyPurchase(productId:)
        let _: (ReceiptDetails) -> (Set<String>) -> [String: VerifyPurchaseResult] =
            ReceiptDetails.verifyPurchases(productIds:)
        let _: (ReceiptDetails) -> (SubscriptionType, String, Date?) -> VerifySubscriptionResult =
            ReceiptDetails.verifySubscription(ofType:productId:validUntil:)
        let _:
            (ReceiptDetails) -> (SubscriptionType, Set<String>, Date?) -> VerifySubscriptionResult =
                ReceiptDetails.verifySubscriptions(ofType:productIds:validUntil:)
        let _: (ReceiptDetails) -> (Date?) -> Date = ReceiptDetails.referenceDate(validUntil:)
    }

    static func overviews() {
        let _:
            (ReceiptDetails) -> (Set<String>?, [String: TimeInterval], Date?) -> [String:
                ProductStatus] = ReceiptDetails.productStatuses(productIds:nonRenewing:at:)
        let _: (ReceiptDetails) -> () -> [SubscriptionRenewal] =
            ReceiptDetails.subscriptionRenewals
        let _: (ReceiptDetails) -> (Set<String>) -> OfferEligibility =
            ReceiptDetails.offerEligibility(productIds:)
        let _: (ReceiptDetails) -> () -> Set<String> = ReceiptDetails.allProductIds
        let _: (ReceiptDetails) -> (SubscriptionType) -> Set<String>? =
            ReceiptDetails.distinctProductIds(ofType:)
    }
}
