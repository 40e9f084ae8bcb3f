import Foundation
import StrictJSON
import X509
import _CryptoExtras

/// The part of a verified chain that is needed to verify further receipts: the signer's key, and
/// the validity of its certificates.
struct TrustedChain: Sendable {
    let key: _RSA.Signing.PublicKey
    /// Every path from the signer to a root; there are several where a certificate was renewed for
    /// the same key.
    let paths: [Path]

    /// The certificates from the signer to an anchor, which may be the signer itself.
    struct Path: Sendable {
        let authority: TrustAnchor.Authority
        let certificates: [Validity]

        /// The first certificate that was not valid at a date.
        func invalidCertificate(at date: Date) -> Validity? {
            certificates.first { date < $0.start || date > $0.end }
        }
    }

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

/// The authorities that vouch for a signer at the date of a signature, at least one.
struct SignerAuthorities {
    private let paths: [TrustedChain.Path]
    private let date: Date

    /// Checks that all certificates of one path were valid at the date, even if they have expired
    /// since (Apple, TN3138).
    init(of paths: [TrustedChain.Path], at date: Date) throws(ReceiptVerdict.Refusal) {
        guard paths.contains(where: { $0.invalidCertificate(at: date) == nil }) else {
            let roles = paths.compactMap { $0.invalidCertificate(at: date)?.role.rawValue }
            // Each path has its reason; the one in the refusal must not depend on their order.
            let reason = roles.max().map { "\($0) was not valid at \(ReceiptDate.text(date))" }
            throw .init(rule: .validity, reason: reason ?? "there is no chain")
        }
        self.paths = paths
        self.date = date
    }

    func contains(_ authority: TrustAnchor.Authority) -> Bool {
        paths.contains { $0.authority == authority && $0.invalidCertificate(at: date) == nil }
    }

    /// Checks that the signer may sign for the environment of a receipt.
    ///
    /// A signer that is itself trusted may sign for test environments only, because its key may be
    /// public. Which environments are accepted at all is for an ``EnvironmentRule``.
    func check(
        _ content: ReceiptContent,
        accepting environments: [AcceptedEnvironment]
    ) throws(ReceiptVerdict.Refusal) {
        let environment = content.type?.environment
        if contains(.testSigners), environment != .xcode, environment != .localTesting {
            throw .init(rule: .environment, reason: "a test signer signed another type")
        }
        let named = environments.filter { $0.receiptEnvironment == environment }
        guard let first = named.first, !named.contains(where: { contains($0.authority) }) else {
            return
        }
        let name = first.environment.rawValue.quoted
        throw .init(
            rule: .environment,
            reason: "another signer than that of \(name) signed the receipt"
        )
    }
}
