package import AppReceipt
package import Foundation
package import LocalAppStore

/// Verifies documents as StoreKit does: signed below the store's root, for this app and device.
package struct DocumentTrust: Sendable {
    package let verifier: JWSVerifier
    package let device: UUID

    package init(verifier: JWSVerifier, device: UUID) {
        self.verifier = verifier
        self.device = device
    }

    package init(_ store: Store, in context: DocumentContext) throws {
        self.init(
            verifier: try store.documentVerifier(in: context),
            device: context.app.deviceIdentifier
        )
    }

    package func verify(_ jws: JWS<TransactionPayload>) -> SignedDocument<TransactionPayload> {
        document(jws, or: TransactionPayload()) { jws throws(JWSRefusal) in
            try verifier.verify(jws, productIdentifier: .unchecked, appAccountToken: .unchecked)
        } isComplete: {
            $0.transactionIdentifier != nil && $0.originalTransactionIdentifier != nil
                && $0.productIdentifier != nil && $0.productType != nil && $0.purchaseDate != nil
        }
    }

    package func verify(_ jws: JWS<RenewalInfoPayload>) -> SignedDocument<RenewalInfoPayload> {
        document(jws, or: RenewalInfoPayload()) { jws throws(JWSRefusal) in
            try verifier.verify(
                jws,
                originalTransactionIdentifier: .unchecked,
                productIdentifier: .unchecked,
                appAccountToken: .unchecked
            )
        } isComplete: {
            $0.originalTransactionIdentifier != nil && $0.productIdentifier != nil
                && $0.willAutoRenew != nil
        }
    }

    package func verify(_ jws: JWS<AppTransactionPayload>) -> SignedDocument<AppTransactionPayload>
    {
        document(jws, or: AppTransactionPayload()) { jws throws(JWSRefusal) in
            try verifier.verify(jws)
        } isComplete: {
            $0.appVersion != nil && $0.originalPurchaseDate != nil
        }
    }

    private func document<Payload>(
        _ jws: JWS<Payload>,
        or empty: Payload,
        _ verify: (JWS<Payload>) throws(JWSRefusal) -> VerifiedJWS<Payload>,
        isComplete: (Payload) -> Bool
    ) -> SignedDocument<Payload> {
        do throws(JWSRefusal) {
            let verified = try verify(jws)
            let payload = verified.payload
            guard isComplete(payload), payload.deviceVerificationNonce != nil else {
                return SignedDocument(verified, refusal: .incomplete)
            }
            let isBound = payload.isBound(to: device)
            return SignedDocument(verified, refusal: isBound ? nil : .otherDevice)
        } catch {
            return SignedDocument(unverified: jws, or: empty, refusal: .broken(error.rule))
        }
    }
}
