import Foundation
import X509
import _CryptoExtras

/// What verifying further receipts needs of a chain that was found good: the signer's key, and the
/// validity of its certificates.
struct TrustedChain: Sendable {
    let key: _RSA.Signing.PublicKey
    /// For every path from the signer to a root, the validity of its certificates; there are
    /// several paths where a certificate was renewed for the same key.
    let paths: [[Validity]]
    /// Whether the signer itself is trusted, for receipts of test environments only.
    let isTestSigner: Bool

    /// The period in which one certificate is valid, both ends included (RFC 5280, 4.1.2.5).
    struct Validity: Sendable {
        let role: CertificateRole
        let start: Date
        let end: Date

        init(_ role: CertificateRole, _ certificate: Certificate) {
            self.role = role
            start = certificate.notValidBefore
            end = certificate.notValidAfter
        }
    }
}

/// All certificates of one path were valid when the document was signed, even if they have expired
/// since (Apple, TN3138).
struct ValidityRule {
    let paths: [[TrustedChain.Validity]]

    func check(at date: Date) throws(ReceiptVerdict.Refusal) {
        var reasons: [String] = []
        for path in paths {
            guard let invalid = path.first(where: { date < $0.start || date > $0.end }) else {
                return
            }
            reasons.append("\(invalid.role.rawValue) was not valid at \(ReceiptDate.text(date))")
        }
        // Each path has its reason; the one in the refusal must not depend on their order.
        throw .init(rule: .validity, reason: reasons.max() ?? "there is no chain")
    }
}

/// A signer that is itself trusted may sign for test environments only, because its key may be
/// public.
struct TestSignerRule {
    let chain: TrustedChain

    func check(_ content: ReceiptContent) throws(ReceiptVerdict.Refusal) {
        guard chain.isTestSigner else { return }
        switch content.type?.environment {
        case .xcode, .localTesting: return
        default: throw .init(rule: .environment, reason: "a test signer signed another type")
        }
    }
}
