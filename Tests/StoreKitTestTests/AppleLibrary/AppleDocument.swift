import Foundation
import StoreKit

/// A signed document, and what an app sees of it by StoreKit 2, with the names of Apple's server
/// library.
struct AppleDocument: @unchecked Sendable {
    // Unchecked because of the values, which are strings, numbers, lists of strings and null.
    let kind: String
    let jws: String
    let seen: [String: Any]

    var facts: [String: Any] { ["kind": kind, "jws": jws, "seen": seen] }

    init(_ result: VerificationResult<Transaction>) throws {
        (kind, jws) = ("transaction", result.jwsRepresentation)
        let value = try result.payloadValue
        seen = value.identity.merging(value.terms) { $1 }.merging(value.end) { $1 }
    }

    init(_ result: VerificationResult<Product.SubscriptionInfo.RenewalInfo>) throws {
        (kind, jws) = ("renewal", result.jwsRepresentation)
        let value = try result.payloadValue
        seen = value.renewal.merging(value.end) { $1 }
    }

    init(_ result: VerificationResult<AppTransaction>) throws {
        (kind, jws, seen) = ("app", result.jwsRepresentation, try result.payloadValue.values)
    }
}

extension Transaction {
    fileprivate var identity: [String: Any] {
        [
            "transactionId": String(id),
            "originalTransactionId": String(originalID),
            "webOrderLineItemId": orNull(webOrderLineItemID),
            "bundleId": appBundleID,
            "productId": productID,
            "type": productType.rawValue,
            "subscriptionGroupIdentifier": orNull(subscriptionGroupID),
            "quantity": purchasedQuantity,
            "appAccountToken": orNull(appAccountToken?.uuidString.lowercased()),
            "appTransactionId": appTransactionID,
            "inAppOwnershipType": ownershipType.rawValue,
            "transactionReason": reason.rawValue,
            "environment": environment.rawValue,
            "signedDate": milliseconds(signedDate),
        ]
    }

    fileprivate var terms: [String: Any] {
        [
            "purchaseDate": milliseconds(purchaseDate),
            "originalPurchaseDate": milliseconds(originalPurchaseDate),
            "expiresDate": milliseconds(expirationDate),
            "price": thousandths(price),
            "currency": orNull(currency?.identifier),
            "billingPlanType": orNull(billingPlanType?.rawValue),
            "storefront": storefront.countryCode,
            "storefrontId": storefront.id,
            "offerType": orNull(offer?.type.rawValue),
            "offerIdentifier": orNull(offer?.id),
            "offerDiscountType": orNull(offer?.paymentMode?.rawValue),
            "offerPeriod": orNull(offerPeriodStringRepresentation),
        ]
    }

    fileprivate var end: [String: Any] {
        [
            "isUpgraded": isUpgraded,
            "revocationDate": milliseconds(revocationDate),
            "revocationReason": orNull(revocationReason?.rawValue),
            "revocationType": orNull(revocationType?.rawValue),
            "revocationPercentage": thousandths(revocationPercentage),
        ]
    }
}

extension Product.SubscriptionInfo.RenewalInfo {
    fileprivate var renewal: [String: Any] {
        [
            "originalTransactionId": String(originalTransactionID),
            "productId": currentProductID,
            "autoRenewProductId": orNull(autoRenewPreference),
            "autoRenewStatus": willAutoRenew ? 1 : 0,
            "renewalDate": milliseconds(renewalDate),
            "renewalPrice": thousandths(renewalPrice),
            "currency": orNull(currency?.identifier),
            "renewalBillingPlanType": orNull(renewalBillingPlanType?.rawValue),
            "offerType": orNull(offer?.type.rawValue),
            "offerIdentifier": orNull(offer?.id),
            "offerDiscountType": orNull(offer?.paymentMode?.rawValue),
            "offerPeriod": orNull(offerPeriodStringRepresentation),
            "appAccountToken": orNull(appAccountToken?.uuidString.lowercased()),
            "appTransactionId": appTransactionID,
            "environment": environment.rawValue,
            "signedDate": milliseconds(signedDate),
            "recentSubscriptionStartDate": milliseconds(recentSubscriptionStartDate),
        ]
    }

    fileprivate var end: [String: Any] {
        [
            "isInBillingRetryPeriod": isInBillingRetry,
            "gracePeriodExpiresDate": milliseconds(gracePeriodExpirationDate),
            "expirationIntent": orNull(expirationReason?.rawValue),
            "priceIncreaseStatus": orNull(priceIncreaseStatus.number),
            "eligibleWinBackOfferIds": eligibleWinBackOfferIDs,
        ]
    }
}

extension Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus {
    fileprivate var number: Int? {
        switch self {
        case .noIncreasePending: nil
        case .pending: 0
        case .agreed: 1
        }
    }
}

extension AppTransaction {
    fileprivate var values: [String: Any] {
        [
            "receiptType": environment.rawValue,
            "appAppleId": orNull(appID),
            "bundleId": bundleID,
            "applicationVersion": appVersion,
            // The sandbox writes a 0 where an app sees none.
            "versionExternalIdentifier": appVersionID ?? 0,
            "receiptCreationDate": milliseconds(signedDate),
            "originalPurchaseDate": milliseconds(originalPurchaseDate),
            "originalApplicationVersion": originalAppVersion,
            "originalPlatform": originalPlatform.rawValue,
            "preorderDate": milliseconds(preorderDate),
            "appTransactionId": appTransactionID,
            "deviceVerification": deviceVerification.base64EncodedString(),
            "deviceVerificationNonce": deviceVerificationNonce.uuidString.lowercased(),
        ]
    }
}

private func orNull(_ value: (some Any)?) -> Any { value ?? NSNull() as Any }

private func milliseconds(_ date: Date?) -> Any {
    orNull(date.map { Int(($0.timeIntervalSince1970 * 1000).rounded()) })
}

private func thousandths(_ number: Decimal?) -> Any {
    orNull(number.map { NSDecimalNumber(decimal: $0 * 1000).intValue })
}
