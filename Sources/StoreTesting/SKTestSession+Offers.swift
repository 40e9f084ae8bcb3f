// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import Foundation
import LocalAppStore
public import StoreKit
public import StoreKitTest

extension SKTestSession {
    /// Signs a promotional offer as the app's server does.
    ///
    /// The signature is made with the key pair of the configuration, for
    /// ``receiptBundleIdentifier``, with a new nonce, at the session's current date. It is valid
    /// for 24 hours and one purchase, which must have the same user name. Neither the product nor
    /// the offer needs to exist.
    ///
    /// - Throws: An error when the configuration has no `subscriptionOffersKeyPair`.
    public func signedDiscount(
        offerIdentifier: String,
        productIdentifier: String,
        applicationUsername: String? = nil
    ) throws -> SKPaymentDiscount {
        let discount = try store.signedDiscount(
            offerID: offerIdentifier,
            productID: productIdentifier,
            applicationUsername: applicationUsername
        )
        return SKPaymentDiscount(
            identifier: discount.offerID,
            keyIdentifier: discount.keyID,
            nonce: discount.nonce,
            signature: discount.signature,
            timestamp: NSNumber(value: discount.timestamp)
        )
    }

    /// The offer whose code the customer enters when the app calls `presentCodeRedemptionSheet()`.
    ///
    /// `nil`, the default, is a customer who closes the sheet. It becomes `nil` again when the code
    /// was redeemed; why one was refused is in the log.
    public var offerCodeToRedeem: OfferCode? {
        get {
            store.offerCodeToRedeem.map {
                OfferCode(referenceName: $0.referenceName, productIdentifier: $0.productID)
            }
        }
        set {
            store.offerCodeToRedeem = newValue.map {
                .init(referenceName: $0.referenceName, productID: $0.productIdentifier)
            }
        }
    }

    /// Redeems an offer code as a customer does in the App Store, outside the app.
    ///
    /// - Throws: An error when the customer does not get the offer.
    public func redeemOfferCode(_ code: OfferCode) throws {
        try suggestingProduct {
            try $0.redeemOfferCode(
                referenceName: code.referenceName,
                productID: code.productIdentifier
            )
        }
    }

    /// Buys a subscription with a win-back offer, as a former subscriber does in the App Store.
    ///
    /// - Throws: An error when the customer does not get the offer.
    public func acceptWinBackOffer(identifier: String, productIdentifier: String) throws {
        try suggestingProduct {
            try $0.acceptWinBackOffer(id: identifier, productID: productIdentifier)
        }
    }
}
#endif
