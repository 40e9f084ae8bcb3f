import X509

/// The digest under a certificate's own signature is strong enough; a root's is never looked at.
struct CertificateStrengthRule {
    let role: CertificateRole
    let minimum: ReceiptDigest

    /// What speaks against the certificate; `nil` if nothing does.
    func objection(to certificate: Certificate) -> String? {
        certificate.signatureAlgorithm == .sha1WithRSAEncryption && minimum > .sha1
            ? "\(role.rawValue) is signed over sha1" : nil
    }
}
