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

// The sheets of StoreKit 2. Their calls take a scene or a controller, which Linux does not have, so
// an app calls them by a function of its own that a test replaces by these.
extension SKTestSession {
    /// Requests a refund, as the customer does on the sheet of `Transaction.beginRefundRequest`.
    ///
    /// Nothing is refunded before ``decideRefundRequest(for:isApproved:)``.
    ///
    /// - Parameters:
    ///   - id: The `id` of the transaction.
    ///   - isSent: Whether the customer sends the request, and does not close the sheet.
    /// - Returns: `.success` if the request was sent, or else `.userCancelled`.
    /// - Throws: `Transaction.RefundRequestError`: `duplicateRequest` if there was one before,
    ///   `ineligible` for a purchase that cannot be refunded, `failed` for an unknown transaction.
    ///   Or the simulated error of the API `refundRequest`.
    public func beginRefundRequest(
        for id: Transaction.ID,
        isSent: Bool = true
    ) async throws -> Transaction.RefundRequestStatus {
        if let error = simulatedFailure(of: .refundRequest) { throw error }
        guard isSent else { return .userCancelled }
        guard let entry = try store.transaction(Int64(clamping: id)) else {
            throw Transaction.RefundRequestError.failed
        }
        guard try store.refunds.requests(about: entry.id).isEmpty else {
            throw Transaction.RefundRequestError.duplicateRequest
        }
        do throws(StoreError) {
            try store.refunds.request(entry.id, reason: .other)
        } catch {
            guard case .unsuitableEntry = error else { throw error }
            throw Transaction.RefundRequestError.ineligible
        }
        return .success
    }

    /// Decides about the customer's request for a refund; an approved one is refunded now.
    ///
    /// - Throws: An error when no request about the transaction waits for a decision.
    public func decideRefundRequest(for id: Transaction.ID, isApproved: Bool) throws {
        try store.refunds.decide(of: Int64(clamping: id), isApproved ? .approved : .declined)
    }

    /// Redeems a code, as the customer does on the sheet of
    /// `AppStore.presentOfferCodeRedeemSheet`.
    ///
    /// `Transaction.updates` has the transaction, too.
    ///
    /// - Returns: The transaction of the redeemed code, or the current period's if the offer begins
    ///   with the next renewal.
    /// - Throws: `StoreKitError.systemError`, with the reason, when the customer does not get the
    ///   offer, or when the purchase waits for approval. Or the simulated error of the API
    ///   `offerCodeRedeem`, or an error when the configuration has no such product.
    @discardableResult
    public func presentOfferCodeRedeemSheet(
        entering code: OfferCode
    ) async throws -> VerificationResult<Transaction> {
        if let error = simulatedFailure(of: .offerCodeRedeem) { throw error }
        let store = store
        try suggestingProduct {
            guard $0.catalog.product(withIdentifier: code.productIdentifier) == nil else { return }
            throw StoreError.unknownProduct(id: code.productIdentifier)
        }
        return try await StoreScope.current.redeem(
            .init(referenceName: code.referenceName, productID: code.productIdentifier),
            in: store
        )
    }

    /// Returns immediately, as the sheet of `AppStore.showManageSubscriptions` after the customer
    /// has closed it.
    ///
    /// The test performs the customer's actions in the sheet, such as
    /// `disableAutoRenewForTransaction(identifier:)`.
    ///
    /// - Throws: The simulated error of the API `manageSubscriptions`.
    public func showManageSubscriptions() async throws {
        if let error = simulatedFailure(of: .manageSubscriptions) { throw error }
    }
}
#endif
