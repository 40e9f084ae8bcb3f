import Crypto
import Foundation
import X509
import _CryptoExtras

/// Exactly one certificate has the issuer and serial number that the `SignerInfo` names.
struct SignerRule {
    /// The index of the signer's certificate.
    func index(in signedData: CMSSignedData) throws(ReceiptVerdict.Refusal) -> Int {
        let slice = signedData.message[...]
        let bytes = slice.span
        var found: Int?
        for index in signedData.certificates.indices {
            let range = signedData.certificates[index]
            guard let identity = try? CertificateIdentity(of: range, in: bytes),
                bytes.isSame(identity.issuer, signedData.signer.issuer),
                bytes.isSame(identity.serial, signedData.signer.serial)
            else { continue }
            // An issuer uses a serial number once (RFC 5280, 4.1.2.2), so one of the two is forged.
            guard found == nil else { throw refusal("two certificates have the signer's name") }
            found = index
        }
        guard let found else { throw refusal("the signer's certificate is missing") }
        return found
    }

    private func refusal(_ reason: String) -> ReceiptVerdict.Refusal {
        .init(rule: .signer, reason: reason)
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

/// The digest algorithm is strong enough, and the same wherever the message names one.
struct DigestRule {
    let minimum: ReceiptDigest

    func check(_ signedData: CMSSignedData) throws(ReceiptVerdict.Refusal) {
        let signer = signedData.signer
        guard signedData.declaredDigest == signer.digest else {
            throw refusal(
                "the message names \(signedData.declaredDigest), its signer \(signer.digest)"
            )
        }
        guard signer.signatureDigest.map({ $0 == signer.digest }) ?? true else {
            throw refusal("the signature's algorithm names another digest than the signer")
        }
        guard signer.digest >= minimum else {
            throw refusal("\(signer.digest) is weaker than \(minimum)")
        }
    }

    private func refusal(_ reason: String) -> ReceiptVerdict.Refusal {
        .init(rule: .digest, reason: reason)
    }
}

/// The signature was made with the key over the content, or over signed attributes with the digest
/// of the content (RFC 5652, section 5.4).
struct SignatureRule {
    let key: _RSA.Signing.PublicKey

    func check(_ signedData: CMSSignedData) throws(ReceiptVerdict.Refusal) {
        switch signedData.signer.digest {
        case .sha1: try check(signedData, with: Insecure.SHA1.self)
        case .sha256: try check(signedData, with: SHA256.self)
        }
    }

    private func check<Hash: HashFunction>(
        _ signedData: CMSSignedData,
        with: Hash.Type
    ) throws(ReceiptVerdict.Refusal) {
        let signature = _RSA.Signing.RSASignature(
            rawRepresentation: signedData.message[signedData.signer.signature]
        )
        let digest = try signedDigest(of: signedData, with: Hash.self)
        guard key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5) else {
            throw .init(rule: .signature, reason: "the signature does not match content and signer")
        }
    }

    private func signedDigest<Hash: HashFunction>(
        of signedData: CMSSignedData,
        with: Hash.Type
    ) throws(ReceiptVerdict.Refusal) -> Hash.Digest {
        let content = Hash.hash(data: signedData.content)
        guard let attributes = signedData.signer.attributes else { return content }
        guard content.elementsEqual(signedData.message[attributes.messageDigest]) else {
            throw .init(rule: .digest, reason: "the signed digest is not the content's")
        }
        var hash = Hash()
        hash.update(data: [Tag.set])
        hash.update(data: signedData.message[attributes.element].dropFirst())
        return hash.finalize()
    }
}
