import Crypto
import Foundation
import _CryptoExtras

@testable import AppReceipt

/// A message of which every part can be changed before it is signed.
struct Message {
    var payload: [UInt8]
    var certificates: [[UInt8]]
    /// The signed attributes in their order; `nil` for a signature over the content itself.
    var attributes: [[UInt8]]?
    /// The bytes that are signed; the right ones if `nil`.
    var signed: [UInt8]?
    /// The signature; one with the signer's key if `nil`.
    var signature: [UInt8]?
    var hasSigner = true
    /// The SignerInfos after the good one.
    var otherSigners: [[UInt8]] = []
    var declaredDigests = [ObjectIdentifier.sha256]
    var signerDigest: [UInt8] = ObjectIdentifier.sha256
    var signatureAlgorithm: [UInt8] = ObjectIdentifier.rsaEncryption
    var version: Int64 = 1
    var messageType: [UInt8] = ObjectIdentifier.signedData
    var contentType: [UInt8] = ObjectIdentifier.data
    /// Replaces the element with the tag `[0]` that contains the content.
    var content: [UInt8]?
    var trailingInContentInfo: [UInt8] = []
    var trailingInSignedData: [UInt8] = []
    let identity: SigningIdentity

    init(_ chain: TestChain, payload: [UInt8]? = nil) throws {
        self.init(
            try chain.identity(),
            payload: try payload ?? PayloadEncoder(content: .make()).payload()
        )
    }

    init(_ identity: SigningIdentity, payload: [UInt8]) {
        self.identity = identity
        self.payload = payload
        certificates = identity.certificates
    }

    func receipt() throws -> SignedReceipt {
        let info = DEREncoder.fastSequence([
            DEREncoder.element(Tag.objectIdentifier, contentType),
            content ?? DEREncoder.element(Tag.context0, DEREncoder.octetString(payload)),
        ])
        let signedData = DEREncoder.fastSequence([
            DEREncoder.integer(version),
            DEREncoder.set(declaredDigests.map(DEREncoder.algorithm)),
            info,
            DEREncoder.element(Tag.context0, certificates.reduce(into: []) { $0 += $1 }),
            DEREncoder.set((hasSigner ? [try signerInfo()] : []) + otherSigners),
            trailingInSignedData,
        ])
        return SignedReceipt(
            bytes: DEREncoder.fastSequence([
                DEREncoder.element(Tag.objectIdentifier, messageType),
                DEREncoder.element(Tag.context0, signedData),
                trailingInContentInfo,
            ])
        )
    }

    func signerInfo() throws -> [UInt8] {
        DEREncoder.fastSequence([
            DEREncoder.integer(1),
            identity.issuerAndSerial,
            DEREncoder.algorithm(signerDigest),
            attributes.map { DEREncoder.element(Tag.context0, Array($0.joined())) } ?? [],
            DEREncoder.algorithm(signatureAlgorithm),
            DEREncoder.octetString(try signature ?? sign(.insecurePKCS1v1_5)),
        ])
    }

    /// A signature over the bytes that are signed.
    func sign(
        _ padding: _RSA.Signing.Padding,
        _ digest: ReceiptDigest = .sha256
    ) throws -> [UInt8] {
        let bytes =
            signed ?? attributes.map { DEREncoder.element(Tag.set, Array($0.joined())) } ?? payload
        let signature =
            switch digest {
            case .sha1:
                try identity.key.signature(
                    for: Insecure.SHA1.hash(data: bytes),
                    padding: padding
                )
            case .sha256:
                try identity.key.signature(for: SHA256.hash(data: bytes), padding: padding)
            }
        return Array(signature.rawRepresentation)
    }
}

extension Message {
    /// The signed attributes that this content needs, in DER's order.
    var neededAttributes: [[UInt8]] {
        [Self.contentType(), Self.messageDigest(Array(SHA256.hash(data: payload)))]
    }

    static func contentType(_ type: [UInt8] = ObjectIdentifier.data) -> [UInt8] {
        attribute(ObjectIdentifier.contentType, [DEREncoder.element(Tag.objectIdentifier, type)])
    }

    static func messageDigest(_ digests: [UInt8]...) -> [UInt8] {
        attribute(ObjectIdentifier.messageDigest, digests.map(DEREncoder.octetString))
    }

    private static func attribute(_ name: [UInt8], _ values: [[UInt8]]) -> [UInt8] {
        DEREncoder.sequence([
            DEREncoder.element(Tag.objectIdentifier, name), DEREncoder.set(values),
        ])
    }
}

/// A good message in BER as Xcode writes it: indefinite lengths around a content in pieces.
struct BERMessage {
    let payload: [UInt8]
    private let certificates: [UInt8]
    private let signerInfos: [UInt8]

    init(_ content: ReceiptContent) throws {
        let receipt = try TestChain.good.get().issuer().issue(content)
        let signedData = try CMSSignedDataDecoder(message: receipt.bytes).decode()
        payload = Array(signedData.content)
        certificates = signedData.certificates.flatMap { receipt.bytes[$0] }
        let end = signedData.certificates.map(\.upperBound).max() ?? 0
        signerInfos = Array(receipt.bytes[end...])
    }

    static func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x80] + content + [0, 0]
    }

    func encoded(pieceSize: Int) -> [UInt8] {
        let pieces = stride(from: 0, to: payload.count, by: pieceSize).map {
            DEREncoder.octetString(Array(payload[$0..<min($0 + pieceSize, payload.count)]))
        }
        return encoded(content: Self.indefinite(0x24, Array(pieces.joined())))
    }

    func encoded(content: [UInt8]) -> [UInt8] {
        let info = DEREncoder.element(Tag.objectIdentifier, ObjectIdentifier.data)
        let signedData = Self.indefinite(
            Tag.sequence,
            DEREncoder.integer(1)
                + DEREncoder.set([DEREncoder.algorithm(ObjectIdentifier.sha256)])
                + Self.indefinite(Tag.sequence, info + Self.indefinite(Tag.context0, content))
                + Self.indefinite(Tag.context0, certificates) + signerInfos
        )
        let type = DEREncoder.element(Tag.objectIdentifier, ObjectIdentifier.signedData)
        return Self.indefinite(Tag.sequence, type + Self.indefinite(Tag.context0, signedData))
    }
}
