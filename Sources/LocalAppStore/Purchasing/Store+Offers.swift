package import AppReceipt
public import Foundation
import StoreLedger
import StoreModel

// MARK: - Promotional offers

extension Store {
    /// Signs a promotional offer for a payment, as the developer's server does.
    ///
    /// The signature is made with the key of the catalog, for the bundle identifier of ``app``, at
    /// the date of ``clock``. Neither product nor offer need to exist.
    ///
    /// - Throws: ``StoreError/noOfferKey`` if the catalog has no key, or an error of the signature.
    public func signedDiscount(
        offerID: String,
        productID: String,
        applicationUsername: String? = nil,
        nonce: UUID = UUID()
    ) throws -> PaymentRequest.Discount {
        guard let key = catalog.promotionalOfferKey else { throw StoreError.noOfferKey }
        return try signedDiscount(
            offerID: offerID,
            productID: productID,
            applicationUsername: applicationUsername,
            nonce: nonce,
            key: key
        )
    }

    /// Signs a promotional offer for a payment with a key of the caller's.
    package func signedDiscount(
        offerID: String,
        productID: String,
        applicationUsername: String?,
        nonce: UUID,
        key: PromotionalOfferKey
    ) throws(PromotionalOfferSignature.Error) -> PaymentRequest.Discount {
        let message = PromotionalOfferSignature.Message(
            bundleIdentifier: app.bundleIdentifier,
            keyIdentifier: key.id,
            productIdentifier: productID,
            offerIdentifier: offerID,
            applicationUsername: applicationUsername ?? "",
            nonce: nonce,
            timestamp: clock.now.milliseconds
        )
        return PaymentRequest.Discount(
            offerID: offerID,
            keyID: key.id,
            nonce: nonce,
            signature: try PromotionalOfferSignature(signing: message, with: key).base64Encoded,
            timestamp: message.timestamp
        )
    }
}

// Offers that the developer's server signs as JWS.
extension Store {
    /// Verifies a request with the catalog's key.
    ///
    /// - Throws: ``StoreError/noOfferKey``, or an error of the signature.
    package func verified(
        _ document: OfferRequestJWS,
        productIdentifier: ClaimRequirement<String>
    ) throws -> OfferRequestJWS.Request {
        guard let key = catalog.promotionalOfferKey else { throw StoreError.noOfferKey }
        return try document.verify(
            with: key,
            issuerIdentifier: .unchecked,
            bundleIdentifier: app.bundleIdentifier,
            productIdentifier: productIdentifier,
            at: clock.now
        )
    }

    /// The payment for the promotional offer of a verified request.
    ///
    /// - Returns: The payment; `nil` for another kind of offer.
    func payment(for request: OfferRequestJWS.Request) throws -> PaymentRequest? {
        guard case .promotional(let productID, let offerID, _) = request.offer else { return nil }
        // The nonce is used up, as with any other signature.
        let discount = try signedDiscount(
            offerID: offerID,
            productID: productID,
            nonce: request.nonce
        )
        return PaymentRequest(productID: productID, discount: discount, isMadeOutsideApp: true)
    }
}

// MARK: - Offer codes

extension Store {
    /// An offer whose code a customer redeems.
    package struct OfferCode: Sendable, Equatable {
        /// The reference name of the offer.
        public var referenceName: String
        /// The product identifier of the product that has the offer.
        public var productID: String

        /// Names an offer of a product.
        public init(referenceName: String, productID: String) {
            self.referenceName = referenceName
            self.productID = productID
        }
    }

    /// Redeems a code as a customer does in the App Store, outside the app and without a dialog.
    ///
    /// A `.storekit` file has no codes, so the offer is named instead of one. Unlike with
    /// ``pay(_:)``, a refused code makes no entry. The entry of a redeemed one may be deferred, or
    /// interrupted by an issue.
    ///
    /// - Throws: ``StoreError/refusedPurchase(code:reason:)`` if the customer does not get the
    ///   offer.
    @discardableResult
    public func redeemOfferCode(
        referenceName: String,
        productID: String
    ) throws(StoreError) -> LedgerEntry {
        try redeemOfferCode(
            referenceName: referenceName,
            productID: productID,
            billingPlan: .upFront
        )
    }

    /// Redeems a code of a billing plan's offer.
    package func redeemOfferCode(
        referenceName: String,
        productID: String,
        billingPlan: BillingPlan
    ) throws(StoreError) -> LedgerEntry {
        var request = PaymentRequest(productID: productID, isMadeOutsideApp: true)
        request.billingPlan = billingPlan
        request.offer = .code(referenceName: referenceName)
        return try redeem(request)
    }

    /// The offer whose code the customer enters when the app presents the redemption sheet.
    ///
    /// `nil`, the default, is a customer who closes the sheet. It is not stored in the ledger, and
    /// becomes `nil` again when the code was redeemed.
    package var offerCodeToRedeem: OfferCode? {
        get { offerCode.withLock { $0 } }
        set { offerCode.withLock { $0 = newValue } }
    }

    /// Redeems ``offerCodeToRedeem`` inside the app, if the customer confirms it.
    ///
    /// `confirmationPolicy` is applied on the calling thread.
    ///
    /// - Returns: The entry; `nil` without a code to redeem.
    package func redeemEnteredOfferCode() throws(StoreError) -> LedgerEntry? {
        try requireAccount()
        // Observers, which are notified before this returns, find the code used up.
        guard let code = offerCode.exchange(nil) else { return nil }
        var request = PaymentRequest(productID: code.productID)
        request.offer = .code(referenceName: code.referenceName)
        do throws(StoreError) {
            return try redeem(request)
        } catch {
            offerCode.withLock { $0 = $0 ?? code }
            throw error
        }
    }

    func redeem(_ request: PaymentRequest) throws(StoreError) -> LedgerEntry {
        guard catalog.product(withIdentifier: request.productID) != nil else {
            throw StoreError.unknownProduct(id: request.productID)
        }
        return try charge(request) { outcome in
            // The error rolls the transaction back.
            guard case .failed(let failure, hasIssue: false) = outcome else { return }
            throw StoreError.refusedPurchase(code: failure.code.rawValue, reason: failure.reason)
        }
    }
}

// MARK: - Win-back offers

extension Store {
    /// Buys a subscription with a win-back offer, as a former subscriber does in the App Store.
    ///
    /// The app's observers are notified. StoreKit's original API cannot request such an offer; a
    /// ``PaymentRequest`` can, with ``PaymentRequest/offer``.
    ///
    /// - Throws: ``StoreError/refusedPurchase(code:reason:)`` if the customer does not get the
    ///   offer.
    @discardableResult
    public func acceptWinBackOffer(
        id: String,
        productID: String
    ) throws(StoreError) -> LedgerEntry {
        try acceptWinBackOffer(id: id, productID: productID, billingPlan: .upFront)
    }

    /// Buys a subscription with a win-back offer of a billing plan.
    package func acceptWinBackOffer(
        id: String,
        productID: String,
        billingPlan: BillingPlan
    ) throws(StoreError) -> LedgerEntry {
        var request = PaymentRequest(productID: productID, isMadeOutsideApp: true)
        request.billingPlan = billingPlan
        request.offer = .winBack(id: id)
        return try buy(request)
    }
}
