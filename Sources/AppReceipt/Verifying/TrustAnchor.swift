import X509

/// A certificate at which a chain may end, and the uses for which it is trusted.
struct TrustAnchor: Sendable {
    let certificate: Certificate
    /// The same certificate in DER.
    let encoded: [UInt8]
    let authority: Authority

    /// The issuer that vouches for a signer, and with it the environments that the signer may sign
    /// for.
    enum Authority: Equatable, Sendable {
        /// One of the trusted roots.
        case trustedRoots
        /// One of the test signers that belong to the trusted roots.
        case testSigners
        /// The root of a local store, in DER.
        case localRoot([UInt8])
        /// The certificate of Xcode, in DER.
        case xcode([UInt8])
    }
}

extension TrustAnchor {
    /// Decodes certificates that one authority vouches for.
    static func decode(
        _ encoded: [[UInt8]],
        of authority: Authority
    ) throws(TrustedRoots.Error) -> [TrustAnchor] {
        var anchors: [TrustAnchor] = []
        for (index, bytes) in encoded.enumerated() {
            do {
                let certificate = try Certificate(checking: bytes)
                anchors.append(Self(certificate: certificate, encoded: bytes, authority: authority))
            } catch {
                throw .notACertificate(index: index, detail: "\(error)")
            }
        }
        return anchors
    }

    /// Decodes certificates; none if one of them is malformed.
    static func allOrNone(_ encoded: [[UInt8]], of authority: Authority) -> [TrustAnchor] {
        (try? decode(encoded, of: authority)) ?? []
    }
}

extension [TrustAnchor] {
    /// The anchors with the name and key of a certificate in DER.
    ///
    /// The certificate itself is not trusted, and may be an older or newer one of the same root.
    /// - Returns: The anchors; `nil` if the certificate is malformed.
    func matching(_ bytes: [UInt8]) -> [TrustAnchor]? {
        // Decoding takes most of the time, and the certificate is nearly always one of the roots.
        let known = first { $0.encoded == bytes }?.certificate
        guard let root = known ?? Certificate(embedded: bytes[...]) else { return nil }
        return filter {
            $0.certificate.subject == root.subject && $0.certificate.publicKey == root.publicKey
        }
    }
}
