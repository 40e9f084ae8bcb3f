import Crypto
import Foundation
import _CryptoExtras

/// The signature was made with a key over the content, or over signed attributes that hold the
/// content's digest.
struct SignatureRule {
    let key: _RSA.Signing.PublicKey

    func check(_ envelope: Envelope) throws(ReceiptVerdict.Refusal) {
        switch envelope.signer.digest {
        case .sha1: try check(envelope, with: Insecure.SHA1.self)
        case .sha256: try check(envelope, with: SHA256.self)
        }
    }

    private func check<Hash: HashFunction>(
        _ envelope: Envelope,
        with: Hash.Type
    ) throws(ReceiptVerdict.Refusal) {
        let signature = _RSA.Signing.RSASignature(
            rawRepresentation: envelope.message[envelope.signer.signature]
        )
        let digest = try signedDigest(of: envelope, with: Hash.self)
        guard key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5) else {
            throw .init(rule: .signature, reason: "the signature is not of this content and signer")
        }
    }

    private func signedDigest<Hash: HashFunction>(
        of envelope: Envelope,
        with: Hash.Type
    ) throws(ReceiptVerdict.Refusal) -> Hash.Digest {
        let content = Hash.hash(data: envelope.content)
        guard let attributes = envelope.signer.attributes else { return content }
        guard content.elementsEqual(envelope.message[attributes.messageDigest]) else {
            throw .init(rule: .digest, reason: "the signed digest is not the content's")
        }
        var hash = Hash()
        hash.update(data: [Tag.set])
        hash.update(data: envelope.message[attributes.element].dropFirst())
        return hash.finalize()
    }
}
