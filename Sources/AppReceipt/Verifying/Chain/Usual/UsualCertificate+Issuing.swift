import Crypto
import _CryptoExtras

extension UsualCertificate {
    /// Whether this certificate's key signed another one that names it as its issuer, octet for octet.
    func issued(_ certificate: UsualCertificate) -> Bool {
        isNamed(certificate.issuer, in: certificate.octets)
            && certificate.isSigned(with: key)
    }

    /// Whether the signature under this certificate was made with a key.
    func isSigned(with key: _RSA.Signing.PublicKey) -> Bool {
        switch digest {
        case .sha1: isSigned(with: key, over: Insecure.SHA1.hash(data: octets[body]))
        case .sha256: isSigned(with: key, over: SHA256.hash(data: octets[body]))
        }
    }

    private func isNamed(_ name: Range<Int>, in other: [UInt8]) -> Bool {
        octets.span.isSame(subject, as: name, of: other.span)
    }

    private func isSigned(with key: _RSA.Signing.PublicKey, over digest: some Digest) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: octets[signature])
        return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
    }
}
