import Foundation
import X509

/// The signer's certificate leads, by signatures, to a trusted root through one intermediate among
/// the receipt's certificates.
///
/// Dates are not checked here, so that the chain holds for every receipt with these certificates.
struct ChainRule {
    let roots: [TrustAnchor]
    let testSigners: [TrustAnchor]
    let minimumDigest: ReceiptDigest

    /// Finds every path from the signer to a root; a signer that is itself trusted needs none.
    func buildChain(
        from signer: SignerCertificate,
        through others: [ArraySlice<UInt8>]
    ) throws(ReceiptVerdict.Refusal) -> TrustedChain {
        let issuers = try decode(others)
        let trusted = testSigners.filter { $0.certificate == signer.certificate }
        guard trusted.isEmpty else {
            let certificates = [TrustedChain.Validity(.signer, signer.certificate)]
            return TrustedChain(
                key: signer.key,
                paths: trusted.map { .init(authority: $0.authority, certificates: certificates) }
            )
        }
        let paths = try paths(from: signer.certificate, through: issuers)
        return TrustedChain(key: signer.key, paths: paths)
    }

    /// Finds every path from a signer to a root, at least one.
    ///
    /// A path has one intermediate, so there are at most as many paths as certificates times roots.
    func paths(
        from signer: Certificate,
        through issuers: [Certificate]
    ) throws(ReceiptVerdict.Refusal) -> [TrustedChain.Path] {
        var paths: [TrustedChain.Path] = []
        var refusals = [refusal("no certificate beside the signer's issued it")]
        for issuer in issuers where issuer.issued(signer) {
            refusals.append(refusal("no trusted root issued the intermediate certificate"))
            for root in roots where root.certificate.issued(issuer) {
                do throws(ReceiptVerdict.Refusal) {
                    let path = try checkPath(signer, issuer, root.certificate)
                    paths.append(.init(authority: root.authority, certificates: path))
                } catch {
                    refusals.append(error)
                }
            }
        }
        if paths.isEmpty, let furthest = refusals.max(by: isEarlier) { throw furthest }
        return paths
    }

    /// Decodes all certificates, also those that no path needs: other verifiers refuse a message
    /// with a malformed one.
    private func decode(
        _ encoded: [ArraySlice<UInt8>]
    ) throws(ReceiptVerdict.Refusal) -> [Certificate] {
        var certificates: [Certificate] = []
        for bytes in encoded {
            guard let certificate = Certificate(embedded: bytes) else {
                throw refusal("a certificate of the receipt is malformed")
            }
            certificates.append(certificate)
        }
        return certificates
    }

    /// Checks the certificates of one path, and returns their validity.
    private func checkPath(
        _ signer: Certificate,
        _ intermediate: Certificate,
        _ root: Certificate
    ) throws(ReceiptVerdict.Refusal) -> [TrustedChain.Validity] {
        let path: [(CertificateRole, Certificate)] = [
            (.signer, signer), (.intermediate, intermediate), (.root, root),
        ]
        for (role, certificate) in path {
            try refuse(.chain, role.objection(toExtensionsOf: certificate))
        }
        for (role, certificate) in path.dropLast() {
            let objection = role.objection(toSignatureOf: certificate, minimum: minimumDigest)
            try refuse(.digest, objection)
            try refuse(.purpose, role.objection(toPurposeOf: certificate))
        }
        return path.map { TrustedChain.Validity($0, $1) }
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

    /// Whether the left refusal's rule is checked earlier; the order of the certificates does not
    /// matter.
    private func isEarlier(
        _ left: ReceiptVerdict.Refusal,
        _ right: ReceiptVerdict.Refusal
    ) -> Bool {
        let order: [ReceiptVerdict.Rule] = [.chain, .digest, .purpose]
        let (a, b) = (order.firstIndex(of: left.rule), order.firstIndex(of: right.rule))
        return (a ?? 0, left.reason) < (b ?? 0, right.reason)
    }
}

extension Certificate {
    /// Whether this certificate's key signed another one that names it as its issuer.
    func issued(_ certificate: Certificate) -> Bool {
        subject == certificate.issuer
            && publicKey.isValidSignature(certificate.signature, for: certificate)
    }
}
