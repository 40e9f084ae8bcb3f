import Foundation
import SwiftyStoreKit

/// Names every result of a query with the type that apps rely on.
enum ReceiptResultShapes {
    static func results() {
        let _: (ReceiptItem) -> VerifyPurchaseResult = VerifyPurchaseResult.purchased(item:)
        let _: VerifyPurchaseResult = VerifyPurchaseResult.notPurchased
        let _: (Date, [ReceiptItem]) -> VerifySubscriptionResult = VerifySubscriptionResult
            .purchased(expiryDate:items:)
        let _: (Date, [ReceiptItem]) -> VerifySubscriptionResult = VerifySubscriptionResult.expired(
            expiryDate:
            items:
        )
        let _: VerifySubscriptionResult = VerifySubscriptionResult.notPurchased
        let _: SubscriptionType = SubscriptionType.autoRenewable
        let _: (TimeInterval) -> SubscriptionType = SubscriptionType.nonRenewing(validDuration:)
    }

    static func statuses() {
        let _: KeyPath<ProductStatus, String> = \ProductStatus.productId
        let _: KeyPath<ProductStatus, ProductStatus.State> = \ProductStatus.state
        let _: KeyPath<ProductStatus, [ReceiptItem]> = \ProductStatus.items
        let _: KeyPath<ProductStatus, SubscriptionRenewal?> = \ProductStatus.renewal
        let _: KeyPath<ProductStatus, Bool> = \ProductStatus.isEntitled
        let _: (String, ProductStatus.State, [ReceiptItem], SubscriptionRenewal?) -> ProductStatus =
            ProductStatus.init(productId:state:items:renewal:)
    }

    static func states() {
        let _: ProductStatus.State = ProductStatus.State.owned
        let _: ProductStatus.State = ProductStatus.State.upgraded
        let _: (Date) -> ProductStatus.State = ProductStatus.State.active(until:)
        let _: (Date) -> ProductStatus.State = ProductStatus.State.inGracePeriod(until:)
        let _: (Date) -> ProductStatus.State = ProductStatus.State.inBillingRetry(since:)
        let _: (Date) -> ProductStatus.State = ProductStatus.State.expired(since:)
        let _: (Date?) -> ProductStatus.State = ProductStatus.State.revoked(on:)
    }

    static func renewals() {
        let _: WritableKeyPath<SubscriptionRenewal, String> = \SubscriptionRenewal.productId
        let _: WritableKeyPath<SubscriptionRenewal, String> = \SubscriptionRenewal.renewalProductId
        let _: WritableKeyPath<SubscriptionRenewal, String?> =
            \SubscriptionRenewal.originalTransactionId
        let _: WritableKeyPath<SubscriptionRenewal, Bool> = \SubscriptionRenewal.willRenew
        let _: WritableKeyPath<SubscriptionRenewal, SubscriptionRenewal.ExpirationIntent?> =
            \SubscriptionRenewal.expirationIntent
        let _: WritableKeyPath<SubscriptionRenewal, Bool> = \SubscriptionRenewal.isInBillingRetry
        let _: WritableKeyPath<SubscriptionRenewal, Date?> =
            \SubscriptionRenewal.gracePeriodExpiryDate
        let _: WritableKeyPath<SubscriptionRenewal, SubscriptionRenewal.PriceConsent?> =
            \SubscriptionRenewal.priceConsent
        let _: WritableKeyPath<SubscriptionRenewal, String?> =
            \SubscriptionRenewal.promotionalOfferId
        let _: WritableKeyPath<SubscriptionRenewal, String?> = \SubscriptionRenewal.offerCodeName
        let _: (ReceiptInfo) -> SubscriptionRenewal? = SubscriptionRenewal.init(receiptInfo:)
    }

    static func renewalParts() {
        let _:
            (
                String, String?, String?, Bool, SubscriptionRenewal.ExpirationIntent?, Bool, Date?,
                SubscriptionRenewal.PriceConsent?, String?, String?
            ) -> SubscriptionRenewal = SubscriptionRenewal.init(
                productId:
                renewalProductId:
                originalTransactionId:
                willRenew:
                expirationIntent:
                isInBillingRetry:
                gracePeriodExpiryDate:
                priceConsent:
                promotionalOfferId:
                offerCodeName:
            )
        let _: SubscriptionRenewal.ExpirationIntent = SubscriptionRenewal.ExpirationIntent.cancelled
        let _: SubscriptionRenewal.ExpirationIntent = SubscriptionRenewal.ExpirationIntent
            .billingError
        let _: SubscriptionRenewal.ExpirationIntent = SubscriptionRenewal.ExpirationIntent
            .priceIncreaseDeclined
        let _: SubscriptionRenewal.ExpirationIntent = SubscriptionRenewal.ExpirationIntent
            .productUnavailable
        let _: SubscriptionRenewal.ExpirationIntent = SubscriptionRenewal.ExpirationIntent.unknown
        let _: (Int) -> SubscriptionRenewal.ExpirationIntent? = SubscriptionRenewal.ExpirationIntent
            .init(rawValue:)
        let _: SubscriptionRenewal.PriceConsent = SubscriptionRenewal.PriceConsent.pending
        let _: SubscriptionRenewal.PriceConsent = SubscriptionRenewal.PriceConsent.agreed
    }

    static func offers() {
        let _: KeyPath<OfferEligibility, Bool> = \OfferEligibility.introductory
        let _: KeyPath<OfferEligibility, Bool> = \OfferEligibility.promotional
        let _: (Bool, Bool) -> OfferEligibility = OfferEligibility.init(introductory:promotional:)
    }
}
