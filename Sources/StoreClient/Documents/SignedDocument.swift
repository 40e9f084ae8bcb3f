package import AppReceipt
package import Foundation
package import LocalAppStore

/// A document that the App Store signed, with its payload and the verdict of the device.
package final class SignedDocument<Payload: DeviceBoundPayload>: Sendable {
    package let payload: Payload
    /// The payload as it was signed.
    package let json: Data
    /// The JWS in its compact form.
    package let compact: String
    /// The reason not to trust the document; `nil` for a verified one.
    package let refusal: DocumentRefusal?

    init(_ verified: VerifiedJWS<Payload>, refusal: DocumentRefusal?) {
        payload = verified.payload
        json = verified.jsonRepresentation
        compact = verified.signed.compactSerialization
        self.refusal = refusal
    }

    /// Reads an unverified document as far as possible; `empty` is the payload if that fails.
    init(unverified jws: JWS<Payload>, or empty: Payload, refusal: DocumentRefusal) {
        compact = jws.compactSerialization
        payload = (try? jws.unverifiedPayload()) ?? empty
        json = Self.part(1, of: compact)
        self.refusal = refusal
    }

    /// One of the three parts, decoded.
    package func part(_ index: Int) -> Data { Self.part(index, of: compact) }

    /// The bytes that the signature covers: header and payload as they are in the compact form.
    package var signedData: Data {
        Data((compact.lastIndex(of: ".").map { compact[..<$0] } ?? "").utf8)
    }

    private static func part(_ index: Int, of compact: String) -> Data {
        let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.indices.contains(index) else { return Data() }
        let text = parts[index].replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding) ?? Data()
    }
}

/// The reason not to trust a document.
package enum DocumentRefusal: Sendable, Equatable {
    case broken(JWSRefusal.Rule)
    /// A member that every document of the kind has is missing.
    case incomplete
    case otherDevice
}

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
