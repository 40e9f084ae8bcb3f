import Foundation
import SwiftyStoreKit

/// Names every member of the values that StoreKit 2 gives, with the type that apps rely on.
enum EntitlementShapes {
    static func entitlement() {
        let _: KeyPath<Entitlement, String> = \Entitlement.productId
        let _: KeyPath<Entitlement, String> = \Entitlement.transactionId
        let _: KeyPath<Entitlement, String> = \Entitlement.originalTransactionId
        let _: KeyPath<Entitlement, Date> = \Entitlement.purchaseDate
        let _: KeyPath<Entitlement, Date?> = \Entitlement.subscriptionExpirationDate
        let _: KeyPath<Entitlement, Bool> = \Entitlement.isFamilyShared
        let _: KeyPath<Entitlement, Entitlement.Role?> = \Entitlement.role
        let _: [Entitlement.Role] = [Entitlement.Role.purchaser, Entitlement.Role.member]
        let _: KeyPath<Entitlement, Int?> = \Entitlement.seats
        let _: KeyPath<Entitlement, UUID?> = \Entitlement.appAccountToken
    }

    static func status() {
        let _: KeyPath<SubscriptionGroupStatus, Bool> = \SubscriptionGroupStatus.isEntitled
        let _: SubscriptionGroupStatus = SubscriptionGroupStatus.notPurchased
        let _: (String, Date, Bool) -> SubscriptionGroupStatus =
            SubscriptionGroupStatus.purchased(productId:expiryDate:willAutoRenew:)
        let _: (String, Date) -> SubscriptionGroupStatus =
            SubscriptionGroupStatus.inGracePeriod(productId:expiryDate:)
        let _: (String, Date) -> SubscriptionGroupStatus =
            SubscriptionGroupStatus.inBillingRetry(productId:expiryDate:)
        let _: (String, Date) -> SubscriptionGroupStatus =
            SubscriptionGroupStatus.expired(productId:expiryDate:)
        let _: (String, Date) -> SubscriptionGroupStatus =
            SubscriptionGroupStatus.revoked(productId:revocationDate:)
    }
}
