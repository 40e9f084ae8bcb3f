import Foundation
import SwiftyStoreKit

/// Names every part of a receipt with the type that apps rely on.
enum ReceiptItemShapes {
    static func items() {
        let _: WritableKeyPath<ReceiptItem, String> = \ReceiptItem.productId
        let _: WritableKeyPath<ReceiptItem, Int> = \ReceiptItem.quantity
        let _: WritableKeyPath<ReceiptItem, String> = \ReceiptItem.transactionId
        let _: WritableKeyPath<ReceiptItem, String> = \ReceiptItem.originalTransactionId
        let _: WritableKeyPath<ReceiptItem, Date> = \ReceiptItem.purchaseDate
        let _: WritableKeyPath<ReceiptItem, Date> = \ReceiptItem.originalPurchaseDate
        let _: WritableKeyPath<ReceiptItem, String?> = \ReceiptItem.webOrderLineItemId
        let _: WritableKeyPath<ReceiptItem, Date?> = \ReceiptItem.subscriptionExpirationDate
        let _: WritableKeyPath<ReceiptItem, Date?> = \ReceiptItem.cancellationDate
        let _: WritableKeyPath<ReceiptItem, Bool> = \ReceiptItem.isTrialPeriod
        let _: WritableKeyPath<ReceiptItem, Bool> = \ReceiptItem.isInIntroOfferPeriod
        let _: WritableKeyPath<ReceiptItem, Bool> = \ReceiptItem.isUpgraded
    }

    static func details() {
        let _: WritableKeyPath<ReceiptItem, String?> = \ReceiptItem.subscriptionGroupId
        let _: WritableKeyPath<ReceiptItem, ReceiptItem.Ownership?> = \ReceiptItem.ownership
        let _: WritableKeyPath<ReceiptItem, String?> = \ReceiptItem.promotionalOfferId
        let _: WritableKeyPath<ReceiptItem, String?> = \ReceiptItem.offerCodeName
        let _: WritableKeyPath<ReceiptItem, UUID?> = \ReceiptItem.appAccountToken
        let _: WritableKeyPath<ReceiptItem, ReceiptItem.CancellationReason?> =
            \ReceiptItem.cancellationReason
        let _: ReceiptItem.Ownership = ReceiptItem.Ownership.purchased
        let _: ReceiptItem.Ownership = ReceiptItem.Ownership.familyShared
        let _: (String) -> ReceiptItem.Ownership? = ReceiptItem.Ownership.init(rawValue:)
        let _: ReceiptItem.CancellationReason = ReceiptItem.CancellationReason.other
        let _: ReceiptItem.CancellationReason = ReceiptItem.CancellationReason.appIssue
        let _: (Int) -> ReceiptItem.CancellationReason? = ReceiptItem.CancellationReason.init(
            rawValue:
        )
    }

    static func making() {
        let _:
            (String, Int, String, String, Date, Date, String?, Date?, Date?, Bool, Bool, Bool) ->
                ReceiptItem = ReceiptItem.init(
                    productId:
                    quantity:
                    transactionId:
                    originalTransactionId:
                    purchaseDate:
                    originalPurchaseDate:
                    webOrderLineItemId:
                    subscriptionExpirationDate:
                    cancellationDate:
                    isTrialPeriod:
                    isInIntroOfferPeriod:
                    isUpgraded:
                )
        let _: (ReceiptInfo) -> ReceiptItem? = ReceiptItem.init(receiptInfo:)
        let _: (any Decoder) throws -> ReceiptItem = ReceiptItem.init(from:)
    }

    static func contents() {
        let _: (ReceiptInfo) -> ReceiptDetails = ReceiptDetails.init(receiptInfo:)
        let _: (Data) throws(ReceiptError) -> ReceiptDetails = ReceiptDetails.init(json:)
        let _: KeyPath<ReceiptDetails, String?> = \ReceiptDetails.environment
        let _: KeyPath<ReceiptDetails, String?> = \ReceiptDetails.bundleId
        let _: KeyPath<ReceiptDetails, String?> = \ReceiptDetails.applicationVersion
        let _: KeyPath<ReceiptDetails, String?> = \ReceiptDetails.originalApplicationVersion
        let _: KeyPath<ReceiptDetails, Date?> = \ReceiptDetails.creationDate
        let _: KeyPath<ReceiptDetails, Date?> = \ReceiptDetails.requestDate
        let _: KeyPath<ReceiptDetails, Date?> = \ReceiptDetails.expirationDate
        let _: KeyPath<ReceiptDetails, [ReceiptItem]> = \ReceiptDetails.items
        let _: KeyPath<ReceiptDetails, [ReceiptItem]> = \ReceiptDetails.latestItems
        let _: KeyPath<ReceiptDetails, [SubscriptionRenewal]> = \ReceiptDetails.renewals
    }

    static func fields() {
        let _: ReceiptInfoField = ReceiptInfoField.bundle_id
        let _: ReceiptInfoField = ReceiptInfoField.application_version
        let _: ReceiptInfoField = ReceiptInfoField.original_application_version
        let _: ReceiptInfoField = ReceiptInfoField.creation_date
        let _: ReceiptInfoField = ReceiptInfoField.expiration_date
        let _: ReceiptInfoField = ReceiptInfoField.in_app
        let _: (String) -> ReceiptInfoField? = ReceiptInfoField.init(rawValue:)
    }

    static func purchaseFields() {
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.quantity
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.product_id
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.transaction_id
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.original_transaction_id
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.purchase_date
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.original_purchase_date
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.expires_date
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.cancellation_date
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.app_item_id
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.version_external_identifier
        let _: ReceiptInfoField.InApp = ReceiptInfoField.InApp.web_order_line_item_id
        let _: (String) -> ReceiptInfoField.InApp? = ReceiptInfoField.InApp.init(rawValue:)
    }
}

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
        let _: (ReceiptDetails) -> (Set<String>, Date?) -> OfferEligibility =
            ReceiptDetails.offerEligibility(productIds:at:)
        let _: (ReceiptDetails) -> () -> Set<String> = ReceiptDetails.allProductIds
        let _: (ReceiptDetails) -> (SubscriptionType) -> Set<String>? =
            ReceiptDetails.distinctProductIds(ofType:)
    }
}
