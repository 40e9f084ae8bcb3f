import X509
import _CryptoExtras

/// The signer's certificate taken apart, with its key, which is RSA of 2048 bits at least.
struct SignerCertificate {
    let certificate: Certificate
    let key: _RSA.Signing.PublicKey

    init(_ octets: ArraySlice<UInt8>) throws(ReceiptVerdict.Refusal) {
        guard let certificate = Certificate(embedded: octets) else {
            throw .init(rule: .signer, reason: "the signer's certificate is malformed")
        }
        guard let key = _RSA.Signing.PublicKey(certificate.publicKey) else {
            throw .init(rule: .signer, reason: "the signer's key is not RSA")
        }
        self.certificate = certificate
        self.key = key
    }
}
