import Foundation
import X509

/// The signer's certificate leads, by signatures, to a trusted root by way of one intermediate
/// among the receipt's certificates.
///
/// The dates are not looked at, so that the answer holds for every receipt with these certificates.
struct ChainRule {
    let roots: TrustedRoots
    let minimumDigest: ReceiptDigest

    /// The chain with every path from the signer to a root; a signer that is trusted by itself
    /// needs no others.
    ///
    /// A path has one intermediate, so the paths are at most as many as certificates times roots.
    func chain(
        from signer: SignerCertificate,
        by others: [ArraySlice<UInt8>]
    ) throws(ReceiptVerdict.Refusal) -> TrustedChain {
        let issuers = try certificates(others)
        if roots.testSigners.contains(signer.certificate) {
            let validities = [TrustedChain.Validity(.signer, signer.certificate)]
            let path = TrustedChain.Path(intermediate: nil, validities: validities)
            return TrustedChain(key: signer.key, paths: [path], isTestSigner: true)
        }
        var paths: [TrustedChain.Path] = []
        var refusals = [refusal("no certificate of the receipt issued the signer's")]
        for (issuer, octets) in zip(issuers, others) where issuer.issued(signer.certificate) {
            refusals.append(refusal("no trusted root issued the intermediate certificate"))
            for root in roots.certificates where root.issued(issuer) {
                do throws(ReceiptVerdict.Refusal) {
                    let validities = try validities(signer.certificate, issuer, root)
                    // A copy, because a slice would keep its whole receipt in memory.
                    paths.append(.init(intermediate: Array(octets)[...], validities: validities))
                } catch {
                    refusals.append(error)
                }
            }
        }
        if paths.isEmpty, let furthest = refusals.max(by: isEarlier) { throw furthest }
        return TrustedChain(key: signer.key, paths: paths, isTestSigner: false)
    }

    /// All of them, also those that no chain needs: other verifiers refuse a message with a damaged
    /// one.
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
        _ intermediate: Certificate,
        _ root: Certificate
    ) throws(ReceiptVerdict.Refusal) -> [TrustedChain.Validity] {
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

    /// Whether the left refusal comes before the right one, in whatever order the certificates
    /// stand: its rule is asked earlier.
    private func isEarlier(
        _ left: ReceiptVerdict.Refusal,
        _ right: ReceiptVerdict.Refusal
    ) -> Bool {
        let order: [ReceiptVerdict.Rule] = [.chain, .digest, .purpose]
        let (a, b) = (order.firstIndex(of: left.rule), order.firstIndex(of: right.rule))
        return (a ?? 0, left.reason) < (b ?? 0, right.reason)
    }
}
