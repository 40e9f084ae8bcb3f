import Crypto
import X509

/// The part of verified certificates that is needed to verify further documents with the same
/// header.
struct TrustedSigner: Sendable {
    let key: P256.Signing.PublicKey
    /// Every path to a root, or the one of Xcode's certificate.
    let paths: [TrustedChain.Path]
}

/// The certificates of a header lead, in their order, from the signer to a trusted root (RFC 7515,
/// 4.1.6), or are the one of Xcode that the policy names.
///
/// Dates are not checked here, so that the chain holds for every document with this header.
struct JWSChainRule {
    let roots: [TrustAnchor]
    /// The certificates of Xcode that the policy names, in DER.
    let xcodeCertificates: [[UInt8]]

    /// Checks the certificates, of which `signer` is the first.
    func trustedSigner(
        _ signer: JWSSigner,
        _ certificates: [[UInt8]]
    ) throws(JWSRefusal) -> TrustedSigner {
        guard certificates.count == 3 else {
            return try xcodeSigner(signer, certificates[0])
        }
        guard let intermediate = Certificate(embedded: certificates[1][...]) else {
            throw .init(rule: .certificates, reason: "the second certificate is malformed")
        }
        guard let matching = roots.matching(certificates[2]) else {
            throw .init(rule: .certificates, reason: "the third certificate is malformed")
        }
        guard !matching.isEmpty else {
            throw .init(rule: .chain, reason: "the third certificate is not a trusted root")
        }
        let rule = ChainRule(roots: matching, testSigners: [], minimumDigest: .sha256)
        do throws(ReceiptVerdict.Refusal) {
            let paths = try rule.paths(from: signer.certificate, through: [intermediate])
            return TrustedSigner(key: signer.key, paths: paths)
        } catch {
            throw JWSRefusal(error)
        }
    }

    private func xcodeSigner(
        _ signer: JWSSigner,
        _ certificate: [UInt8]
    ) throws(JWSRefusal) -> TrustedSigner {
        guard xcodeCertificates.contains(certificate) else {
            let reason = "the certificate is not the policy's Xcode certificate"
            throw .init(rule: .chain, reason: reason)
        }
        return TrustedSigner(
            key: signer.key,
            paths: [
                .init(
                    authority: .xcode(certificate),
                    certificates: [TrustedChain.Validity(.signer, signer.certificate)]
                )
            ]
        )
    }
}

extension JWSRefusal {
    /// The refusal of a rule that receipts have too.
    init(_ refusal: ReceiptVerdict.Refusal) {
        // A certificate that is signed over SHA-1 proves no chain.
        let rule = refusal.rule == .digest ? .chain : Rule(rawValue: refusal.rule.rawValue)
        self.init(rule: rule ?? .chain, reason: refusal.reason)
    }
}

/// The decoded certificate of the signer, with its key on the curve P-256.
struct JWSSigner {
    let certificate: Certificate
    let key: P256.Signing.PublicKey

    init(_ bytes: [UInt8]) throws(JWSRefusal) {
        guard let certificate = Certificate(embedded: bytes[...]) else {
            throw .init(rule: .certificates, reason: "the first certificate is malformed")
        }
        guard let key = P256.Signing.PublicKey(certificate.publicKey) else {
            throw .init(rule: .key, reason: "the signer's key is not on the curve P-256")
        }
        self.certificate = certificate
        self.key = key
    }
}
