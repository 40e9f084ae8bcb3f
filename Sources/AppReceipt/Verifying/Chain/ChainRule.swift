import Foundation
import X509

/// The signer's certificate leads, by signatures, to a trusted root by way of one intermediate among the receipt's certificates.
///
/// The dates are not looked at, so that the answer holds for every receipt with these certificates.
struct ChainRule {
    let roots: TrustedRoots
    let minimumDigest: ReceiptDigest

    /// The chain, and the place of its intermediate among `others`; no place for a test signer.
    func chain(
        from signer: SignerCertificate,
        by others: [ArraySlice<UInt8>]
    ) throws(ReceiptVerdict.Refusal) -> (chain: TrustedChain, intermediate: Int?) {
        if roots.testSigners.contains(signer.certificate) {
            let validities = [TrustedChain.Validity(.signer, signer.certificate)]
            return (TrustedChain(key: signer.key, validities: validities, isTestSigner: true), nil)
        }
        var nearest = refusal("no certificate of the receipt issued the signer's")
        for index in others.indices {
            guard let issuer = Certificate(embedded: others[index]),
                issuer.issued(signer.certificate)
            else { continue }
            do throws(ReceiptVerdict.Refusal) {
                let validities = try validities(signer.certificate, issuer)
                let chain = TrustedChain(
                    key: signer.key,
                    validities: validities,
                    isTestSigner: false
                )
                return (chain, index)
            } catch {
                nearest = error
            }
        }
        throw nearest
    }

    private func validities(
        _ signer: Certificate,
        _ intermediate: Certificate
    ) throws(ReceiptVerdict.Refusal) -> [TrustedChain.Validity] {
        guard let root = roots.certificates.first(where: { $0.issued(intermediate) }) else {
            throw refusal("no trusted root issued the intermediate certificate")
        }
        let chain: [(CertificateRole, Certificate)] = [
            (.signer, signer), (.intermediate, intermediate), (.root, root),
        ]
        for (role, certificate) in chain {
            try refuse(.chain, ExtensionsRule(role: role).objection(to: certificate))
        }
        for (role, certificate) in chain.dropLast() {
            let strength = CertificateStrengthRule(role: role, minimum: minimumDigest)
            try refuse(.digest, strength.objection(to: certificate))
            try refuse(.purpose, PurposeRule(role: role).objection(to: certificate))
        }
        return chain.map { TrustedChain.Validity($0, $1) }
    }

    private func refuse(
        _ rule: ReceiptVerdict.Rule,
        _ objection: String?
    ) throws(ReceiptVerdict.Refusal) {
        if let objection { throw .init(rule: rule, reason: objection) }
    }

    private func refusal(_ reason: String) -> ReceiptVerdict.Refusal {
        .init(rule: .chain, reason: reason)
    }
}
