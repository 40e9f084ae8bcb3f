import X509

extension Certificate {
    /// Whether this certificate's key signed another one that names it as its issuer.
    func issued(_ certificate: Certificate) -> Bool {
        subject == certificate.issuer
            && publicKey.isValidSignature(certificate.signature, for: certificate)
    }
}
