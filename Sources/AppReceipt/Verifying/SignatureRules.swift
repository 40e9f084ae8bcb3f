import Crypto
import Foundation
import X509
import _CryptoExtras

extension CMSSignedData {
    /// The index of the one certificate with the issuer and serial number that the `SignerInfo`
    /// names.
    func signerIndex() throws(ReceiptVerdict.Refusal) -> Int {
        let slice = message[...]
        let bytes = slice.span
        var found: Int?
        for (index, range) in certificates.enumerated() {
            guard let identity = try? CertificateIdentity(of: range, in: bytes),
                bytes.isSame(identity.issuer, signer.issuer),
                bytes.isSame(identity.serial, signer.serial)
            else { continue }
            // An issuer uses a serial number once (RFC 5280, 4.1.2.2), so one of the two is forged.
            guard found == nil else {
                throw .init(rule: .signer, reason: "two certificates have the signer's name")
            }
            found = index
        }
        guard let found else {
            throw .init(rule: .signer, reason: "the signer's certificate is missing")
        }
        return found
    }

    /// Checks that the digest algorithm is strong enough, and the same wherever the message names
    /// one.
    func checkDigest(atLeast minimum: ReceiptDigest) throws(ReceiptVerdict.Refusal) {
        let digest = signer.digest
        guard declaredDigest == digest else {
            let reason = "the message names \(declaredDigest), its signer \(digest)"
            throw .init(rule: .digest, reason: reason)
        }
        guard signer.signatureDigest ?? digest == digest else {
            let reason = "the signature's algorithm names another digest than the signer"
            throw .init(rule: .digest, reason: reason)
        }
        guard digest >= minimum else {
            throw .init(rule: .digest, reason: "\(digest) is weaker than \(minimum)")
        }
    }

    /// Checks that the signature was made with a key over the content, or over signed attributes
    /// with the digest of the content (RFC 5652, section 5.4).
    func checkSignature(with key: _RSA.Signing.PublicKey) throws(ReceiptVerdict.Refusal) {
        let isValid =
            switch signer.digest {
            case .sha1: try isSigned(with: key, Insecure.SHA1.self)
            case .sha256: try isSigned(with: key, SHA256.self)
            }
        guard isValid else {
            throw .init(rule: .signature, reason: "the signature does not match content and signer")
        }
    }

    private func isSigned<Hash: HashFunction>(
        with key: _RSA.Signing.PublicKey,
        _: Hash.Type
    ) throws(ReceiptVerdict.Refusal) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: message[signer.signature])
        var digest = Hash.hash(data: content)
        if let attributes = signer.attributes {
            guard digest.elementsEqual(message[attributes.messageDigest]) else {
                throw .init(rule: .digest, reason: "the signed digest is not the content's")
            }
            var hash = Hash()
            hash.update(data: [Tag.set])
            hash.update(data: message[attributes.element].dropFirst())
            digest = hash.finalize()
        }
        return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
    }
}

/// The decoded certificate of the signer, with its RSA key of at least 2048 bits.
struct SignerCertificate {
    let certificate: Certificate
    let key: _RSA.Signing.PublicKey

    init(_ bytes: ArraySlice<UInt8>) throws(ReceiptVerdict.Refusal) {
        guard let certificate = Certificate(embedded: bytes) else {
            throw .init(rule: .signer, reason: "the signer's certificate is malformed")
        }
        guard let key = _RSA.Signing.PublicKey(certificate.publicKey) else {
            throw .init(rule: .signer, reason: "the signer's key is not RSA")
        }
        self.certificate = certificate
        self.key = key
    }
}
