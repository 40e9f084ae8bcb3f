package import AppReceipt
package import Foundation

/// The result of checking the signature of a payment's promotional offer, except for its nonce.
///
/// The check runs outside the ledger's transaction, because verifying takes longer than the rest of
/// a payment.
package enum OfferSignatureCheck: Equatable, Sendable {
    /// There is nothing to verify, or no key to verify a well-formed signature with.
    case notChecked
    /// It verified at the time of the payment.
    case valid
    /// It is not valid, with the reason.
    case invalid(reason: String)

    /// Verifies the signature of a payment's promotional offer.
    ///
    /// Without a key, only its form is checked, so that configurations without a key pair sell
    /// their offers.
    package init(
        _ request: PaymentRequest,
        bundleIdentifier: String,
        key: PromotionalOfferKey?,
        at date: Date,
        isVirtual: Bool
    ) {
        self = .notChecked
        guard let discount = request.discount else { return }
        do throws(PromotionalOfferSignature.Error) {
            let signature = try PromotionalOfferSignature(base64Encoded: discount.signature)
            guard let key else { return }
            try signature.verify(
                discount.message(for: request, bundleIdentifier: bundleIdentifier),
                with: key,
                at: date
            )
            self = .valid
        } catch {
            self = .invalid(reason: "\(error.localizedDescription).\(Self.hint(error, isVirtual))")
        }
    }

    /// A hint why the time of a signature may be wrong although the signer's clock is right.
    private static func hint(
        _ error: PromotionalOfferSignature.Error,
        _ isVirtual: Bool
    ) -> String {
        switch error {
        case .tooOld, .inFuture: isVirtual ? virtualClock : ""
        default: ""
        }
    }

    private static let virtualClock =
        " The store's time is virtual, apart from the system's clock: sign with the store's time."

    /// For a payment that was verified before it was deferred or interrupted.
    package init(resuming request: PaymentRequest, key: PromotionalOfferKey?) {
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
