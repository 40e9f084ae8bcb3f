import AppReceipt
import Foundation
import LocalAppStore

/// Verifies documents as StoreKit does: signed below the store's root, for this app and device.
struct DocumentTrust: Sendable {
    let verifier: JWSVerifier
    let device: UUID

    init(verifier: JWSVerifier, device: UUID) {
        self.verifier = verifier
        self.device = device
    }

    init(_ store: Store, in context: DocumentContext) throws {
        self.init(
            verifier: try store.documentVerifier(in: context),
            device: context.app.deviceIdentifier
        )
    }

    func verify(_ jws: JWS<TransactionPayload>) -> VerificationResult<Transaction> {
        result(jws, or: TransactionPayload(), Transaction.init) { jws throws(JWSRefusal) in
            try verifier.verify(jws, productIdentifier: .unchecked, appAccountToken: .unchecked)
        } isComplete: {
            $0.transactionIdentifier != nil && $0.originalTransactionIdentifier != nil
                && $0.productIdentifier != nil && $0.productType != nil && $0.purchaseDate != nil
        }
    }

    func verify(
        _ jws: JWS<RenewalInfoPayload>
    ) -> VerificationResult<Product.SubscriptionInfo.RenewalInfo> {
        result(
            jws,
            or: RenewalInfoPayload(),
            Product.SubscriptionInfo.RenewalInfo.init
        ) { jws throws(JWSRefusal) in
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

    func verify(_ jws: JWS<AppTransactionPayload>) -> VerificationResult<AppTransaction> {
        result(jws, or: AppTransactionPayload(), AppTransaction.init) { jws throws(JWSRefusal) in
            try verifier.verify(jws)
        } isComplete: {
            $0.appVersion != nil && $0.originalPurchaseDate != nil
        }
    }

    private func result<Payload: DeviceBoundPayload, Signed>(
        _ jws: JWS<Payload>,
        or empty: Payload,
        _ make: (SignedDocument<Payload>) -> Signed,
        _ verify: (JWS<Payload>) throws(JWSRefusal) -> VerifiedJWS<Payload>,
        isComplete: (Payload) -> Bool
    ) -> VerificationResult<Signed> {
        do throws(JWSRefusal) {
            let verified = try verify(jws)
            let value = make(SignedDocument(verified))
            let payload = verified.payload
            guard isComplete(payload), payload.deviceVerificationNonce != nil else {
                return .unverified(value, .missingRequiredProperties)
            }
            return payload.isBound(to: device)
                ? .verified(value) : .unverified(value, .invalidDeviceVerification)
        } catch {
            let value = make(SignedDocument(unverified: jws, or: empty))
            return .unverified(value, .init(error.rule))
        }
    }
}

extension VerificationResult.VerificationError {
    /// The error for a broken rule; that of another app or environment is inference.
    init(_ rule: JWSRefusal.Rule) {
        switch rule {
        case .size, .structure, .header, .algorithm, .content: self = .invalidEncoding
        case .certificates, .key, .chain, .purpose, .validity: self = .invalidCertificateChain
        case .signature: self = .invalidSignature
        case .signingDate, .kind: self = .missingRequiredProperties
        case .bundleIdentifier, .environment, .appAppleIdentifier, .productIdentifier,
            .appAccountToken, .originalTransactionIdentifier, .consistency:
            self = .invalidDeviceVerification
        }
    }
}

extension VerificationResult {
    /// The same value with the error that a test planted.
    func failing(with error: VerificationError?) -> VerificationResult {
        guard let error, case .verified(let value) = self else { return self }
        return .unverified(value, error)
    }
}

extension SimulatedFailures {
    /// The planted error of verifying, for another type of documents.
    func verificationError<Signed>(
        of type: Signed.Type
    ) -> VerificationResult<Signed>.VerificationError? {
        guard let error = self[.verification] as? VerificationResult<Any>.VerificationError else {
            return nil
        }
        return VerificationResult<Signed>.VerificationError.inOrder[error.position]
    }
}
