import X509

/// The extensions of a certificate that are obeyed.
struct CertificateExtensions {
    let basicConstraints: BasicConstraints?
    let keyUsage: KeyUsage?

    init(_ certificate: Certificate) throws {
        basicConstraints = try certificate.extensions.basicConstraints
        keyUsage = try certificate.extensions.keyUsage
    }
}
