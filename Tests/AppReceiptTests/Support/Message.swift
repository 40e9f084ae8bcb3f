import Crypto
import Foundation
import _CryptoExtras

@testable import AppReceipt

/// A message whose every part can be other than it should be; it is signed over what it holds then.
struct Message {
    var payload: [UInt8]
    var certificates: [[UInt8]]
    var signers: Int = 1
    var hasSignedAttributes = false
    /// What the messageDigest attribute holds; the true digest where `nil`.
    var messageDigest: [UInt8]?
    var contentType: [UInt8] = ObjectIdentifier.data
    var attributesReversed = false
    var declaredDigest: [UInt8] = ObjectIdentifier.sha256
    var signerDigest: [UInt8] = ObjectIdentifier.sha256
    var signatureAlgorithm: [UInt8] = ObjectIdentifier.rsaEncryption
    var version: Int64 = 1
    var trailingInSignedData: [UInt8] = []
    let identity: SigningIdentity

    init(_ chain: TestChain, payload: [UInt8]? = nil) throws {
        identity = try chain.identity()
        self.payload = try payload ?? PayloadWriter(content: .make()).payload()
        certificates = identity.certificates
    }

    func receipt() throws -> SignedReceipt {
        let signedData = DERWriter.sequence([
            DERWriter.integer(version),
            DERWriter.set([DERWriter.algorithm(declaredDigest)]),
            DERWriter.sequence([
                DERWriter.element(Tag.objectIdentifier, ObjectIdentifier.data),
                DERWriter.element(Tag.context0, DERWriter.octetString(payload)),
            ]),
            DERWriter.element(Tag.context0, Array(certificates.joined())),
            DERWriter.set(Array(repeating: try signerInfo(), count: signers)),
            trailingInSignedData,
        ])
        return SignedReceipt(bytes: Self.contentInfo(signedData))
    }

    static func contentInfo(_ signedData: [UInt8]) -> [UInt8] {
        DERWriter.sequence([
            DERWriter.element(Tag.objectIdentifier, ObjectIdentifier.signedData),
            DERWriter.element(Tag.context0, signedData),
        ])
    }

    private func signerInfo() throws -> [UInt8] {
        let attributes = signedAttributes()
        let signed = hasSignedAttributes ? DERWriter.element(Tag.set, attributes) : payload
        let signature = try identity.key.signature(
            for: SHA256.hash(data: signed),
            padding: .insecurePKCS1v1_5
        )
        return DERWriter.sequence([
            DERWriter.integer(1),
            identity.issuerAndSerial,
            DERWriter.algorithm(signerDigest),
            hasSignedAttributes ? DERWriter.element(Tag.context0, attributes) : [],
            DERWriter.algorithm(signatureAlgorithm),
            DERWriter.octetString(Array(signature.rawRepresentation)),
        ])
    }

    private func signedAttributes() -> [UInt8] {
        let digest = messageDigest ?? Array(SHA256.hash(data: payload))
        let members = [
            attribute(
                ObjectIdentifier.contentType,
                DERWriter.element(Tag.objectIdentifier, contentType)
            ),
            attribute(ObjectIdentifier.messageDigest, DERWriter.octetString(digest)),
        ].sorted { $0.lexicographicallyPrecedes($1) }
        return Array((attributesReversed ? members.reversed() : members).joined())
    }

    private func attribute(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] {
        DERWriter.sequence([
            DERWriter.element(Tag.objectIdentifier, name), DERWriter.set([value]),
        ])
    }
}
