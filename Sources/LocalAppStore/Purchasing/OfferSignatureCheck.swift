import AppReceipt
import Foundation

/// What is known of the signature of a payment's promotional offer, except for its nonce.
///
/// It is found out outside of the ledger's transaction, because verifying takes longer than the
/// rest of a payment.
enum OfferSignatureCheck: Equatable, Sendable {
    /// There is nothing to verify, or no key to verify it with.
    case notChecked
    /// It verified at the time of the payment.
    case valid
    /// It is not valid, with the reason.
    case invalid(reason: String)

    /// Verifies the signature of a payment's promotional offer.
    ///
    /// Without a key it is not checked, so that configurations without a key pair sell their
    /// offers.
    init(
        _ request: PaymentRequest,
        bundleIdentifier: String,
        key: PromotionalOfferKey?,
        at date: Date
    ) {
        guard let key, let discount = request.discount else {
            self = .notChecked
            return
        }
        do throws(PromotionalOfferSignature.Error) {
            try PromotionalOfferSignature(base64Encoded: discount.signature).verify(
                discount.message(for: request, bundleIdentifier: bundleIdentifier),
                with: key,
                at: date
            )
            self = .valid
        } catch {
            self = .invalid(reason: "\(error.localizedDescription).")
        }
    }

    /// For a payment whose signature was verified when it was made, before it was deferred or
    /// interrupted.
    init(resuming request: PaymentRequest, key: PromotionalOfferKey?) {
        self = key == nil || request.discount == nil ? .notChecked : .valid
    }
}

extension PaymentRequest.Discount {
    fileprivate func message(
        for request: PaymentRequest,
        bundleIdentifier: String
    ) -> PromotionalOfferSignature.Message {
        .init(
            bundleIdentifier: bundleIdentifier,
            keyIdentifier: keyID,
            productIdentifier: request.productID,
            offerIdentifier: offerID,
            applicationUsername: request.applicationUsername ?? "",
            nonce: nonce,
            timestamp: timestamp
        )
    }
}
