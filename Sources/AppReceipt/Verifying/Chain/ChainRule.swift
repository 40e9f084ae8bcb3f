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
            _ = try certificates(others)
            let validities = [TrustedChain.Validity(.signer, signer.certificate)]
            return (TrustedChain(key: signer.key, validities: validities, isTestSigner: true), nil)
        }
        let issuers = try certificates(others)
        var nearest = refusal("no certificate of the receipt issued the signer's")
        for index in issuers.indices where issuers[index].issued(signer.certificate) {
            do throws(ReceiptVerdict.Refusal) {
                let validities = try validities(signer.certificate, issuers[index])
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

    /// All of them, also those that no chain needs: other verifiers refuse a message with a damaged one.
    private func certificates(
        _ encoded: [ArraySlice<UInt8>]
    ) throws(ReceiptVerdict.Refusal) -> [Certificate] {
        var certificates: [Certificate] = []
        for octets in encoded {
            guard let certificate = Certificate(embedded: octets) else {
                throw refusal("a certificate of the receipt is malformed")
            }
            certificates.append(certificate)
        }
        return certificates
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
