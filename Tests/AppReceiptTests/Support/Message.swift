import Crypto
import Foundation
import _CryptoExtras

@testable import AppReceipt

/// A message whose every part can be other than it should be; it is signed over what it holds then.
struct Message {
    var payload: [UInt8]
    var certificates: [[UInt8]]
    /// The signed attributes in their order; `nil` for a signature over the content itself.
    var attributes: [[UInt8]]?
    /// What the signature is made over; what it should be made over where `nil`.
    var signed: [UInt8]?
    /// The signature; one with the signer's key where `nil`.
    var signature: [UInt8]?
    var hasSigner = true
    /// The SignerInfos that stand behind the good one.
    var otherSigners: [[UInt8]] = []
    var declaredDigests = [ObjectIdentifier.sha256]
    var signerDigest: [UInt8] = ObjectIdentifier.sha256
    var signatureAlgorithm: [UInt8] = ObjectIdentifier.rsaEncryption
    var version: Int64 = 1
    var messageType: [UInt8] = ObjectIdentifier.signedData
    var contentType: [UInt8] = ObjectIdentifier.data
    /// What stands where the content's OCTET STRING should, in its `[0]`.
    var content: [UInt8]?
    var trailingInContentInfo: [UInt8] = []
    var trailingInSignedData: [UInt8] = []
    let identity: SigningIdentity

    init(_ chain: TestChain, payload: [UInt8]? = nil) throws {
        self.init(
            try chain.identity(),
            payload: try payload ?? PayloadWriter(content: .make()).payload()
        )
    }

    init(_ identity: SigningIdentity, payload: [UInt8]) {
        self.identity = identity
        self.payload = payload
        certificates = identity.certificates
    }

    func receipt() throws -> SignedReceipt {
        let info = DERWriter.fastSequence([
            DERWriter.element(Tag.objectIdentifier, contentType),
            content ?? DERWriter.element(Tag.context0, DERWriter.octetString(payload)),
        ])
        let signedData = DERWriter.fastSequence([
            DERWriter.integer(version),
            DERWriter.set(declaredDigests.map(DERWriter.algorithm)),
            info,
            DERWriter.element(Tag.context0, certificates.reduce(into: []) { $0 += $1 }),
            DERWriter.set((hasSigner ? [try signerInfo()] : []) + otherSigners),
            trailingInSignedData,
        ])
        return SignedReceipt(
            bytes: DERWriter.fastSequence([
                DERWriter.element(Tag.objectIdentifier, messageType),
                DERWriter.element(Tag.context0, signedData),
                trailingInContentInfo,
            ])
        )
    }

    func signerInfo() throws -> [UInt8] {
        DERWriter.fastSequence([
            DERWriter.integer(1),
            identity.issuerAndSerial,
            DERWriter.algorithm(signerDigest),
            attributes.map { DERWriter.element(Tag.context0, Array($0.joined())) } ?? [],
            DERWriter.algorithm(signatureAlgorithm),
            DERWriter.octetString(try signature ?? sign(.insecurePKCS1v1_5)),
        ])
    }

    /// A signature over what is to be signed, in SHA-256 unless told otherwise.
    func sign(
        _ padding: _RSA.Signing.Padding,
        _ digest: ReceiptDigest = .sha256
    ) throws -> [UInt8] {
        let octets =
            signed ?? attributes.map { DERWriter.element(Tag.set, Array($0.joined())) } ?? payload
        let signature =
            switch digest {
            case .sha1:
                try identity.key.signature(
                    for: Insecure.SHA1.hash(data: octets),
                    padding: padding
                )
            case .sha256:
                try identity.key.signature(for: SHA256.hash(data: octets), padding: padding)
            }
        return Array(signature.rawRepresentation)
    }
}
