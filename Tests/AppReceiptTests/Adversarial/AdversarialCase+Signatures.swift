import Crypto
import Foundation
import _CryptoExtras

@testable import AppReceipt

extension AdversarialCase {
    /// Signatures, signed attributes, signers and digests that are forged, missing or inconsistent.
    static let signatures: [AdversarialCase] = baseline + unsigned + attributes + signers + digests

    private static let baseline = [
        AdversarialCase("good receipt", nil, message: { _ in }),
        AdversarialCase(
            "good with signed attributes",
            nil,
            message: { $0.attributes = $0.neededAttributes }
        ),
        AdversarialCase(
            "good with SHA-256 and RSA in one name",
            nil,
            message: {
                $0.signatureAlgorithm = ObjectIdentifier.sha256WithRSA
            }
        ),
    ]

    private static let unsigned = [
        AdversarialCase(
            "content without a message",
            .structure,
            bytes: {
                try PayloadEncoder(content: .make()).payload()
            }
        ),
        AdversarialCase(
            "signature of zeros",
            .signature,
            message: {
                $0.signature = Array(repeating: 0, count: 256)
            }
        ),
        AdversarialCase(
            "signature of ones",
            .signature,
            message: {
                $0.signature = Array(repeating: 0xFF, count: 256)
            }
        ),
        AdversarialCase("empty signature", .signature, message: { $0.signature = [] }),
        AdversarialCase(
            "signature of another content",
            .signature,
            message: {
                $0.signed = try PayloadEncoder(content: .make(appVersion: "5")).payload()
            }
        ),
        AdversarialCase(
            "signature of an empty content",
            .signature,
            message: { $0.signed = [] }
        ),
        AdversarialCase(
            "signature one byte short",
            .signature,
            message: {
                $0.signature = try Array($0.sign(.insecurePKCS1v1_5).dropLast())
            }
        ),
        AdversarialCase(
            "signature with an byte before it",
            .signature,
            message: {
                $0.signature = [0] + (try $0.sign(.insecurePKCS1v1_5))
            }
        ),
        AdversarialCase(
            "signature with an byte behind it",
            .signature,
            message: {
                $0.signature = try $0.sign(.insecurePKCS1v1_5) + [0]
            }
        ),
        AdversarialCase(
            "signature with another padding",
            .signature,
            message: {
                $0.signature = try $0.sign(.PSS)
            }
        ),
        AdversarialCase(
            "signature over a SHA-1 digest",
            .signature,
            message: {
                $0.signature = try $0.sign(.insecurePKCS1v1_5, .sha1)
            }
        ),
    ]

    private static let attributes = [
        AdversarialCase(
            "signed digest of another content",
            .digest,
            message: {
                $0.attributes = [
                    Message.contentType(), Message.messageDigest(Array(SHA256.hash(data: [1]))),
                ]
            }
        ),
        AdversarialCase(
            "signed digest cut",
            .digest,
            message: {
                let digest = Array(SHA256.hash(data: $0.payload))
                $0.attributes = [
                    Message.contentType(), Message.messageDigest(Array(digest.prefix(31))),
                ]
            }
        ),
        AdversarialCase(
            "signed digest empty",
            .digest,
            message: {
                $0.attributes = [Message.messageDigest([]), Message.contentType()]
            }
        ),
        AdversarialCase(
            "signed digest missing",
            .structure,
            message: {
                $0.attributes = [Message.contentType()]
            }
        ),
        AdversarialCase(
            "signed digest with two values",
            .structure,
            message: {
                let digest = Array(SHA256.hash(data: $0.payload))
                $0.attributes = [Message.contentType(), Message.messageDigest(digest, digest)]
            }
        ),
        AdversarialCase(
            "signed digest twice",
            .structure,
            message: {
                let (good, bad) = ($0.neededAttributes[1], Message.messageDigest([7]))
                $0.attributes = [bad, Message.contentType(), good]
            }
        ),
        AdversarialCase(
            "signed content type missing",
            .structure,
            message: {
                $0.attributes = [$0.neededAttributes[1]]
            }
        ),
        AdversarialCase(
            "signed content type of another kind",
            .structure,
            message: {
                let type = Message.contentType(ObjectIdentifier.signedData)
                $0.attributes = [type, $0.neededAttributes[1]]
            }
        ),
        AdversarialCase(
            "signed attributes out of order",
            .structure,
            message: {
                $0.attributes = $0.neededAttributes.reversed()
            }
        ),
        AdversarialCase("signed attributes empty", .structure, message: { $0.attributes = [] }),
        AdversarialCase(
            "signature over the content beside signed attributes",
            .signature,
            message: {
                $0.attributes = $0.neededAttributes
                $0.signed = $0.payload
            }
        ),
        AdversarialCase(
            "signature over attributes with their own tag",
            .signature,
            message: {
                let attributes = $0.neededAttributes
                $0.attributes = attributes
                $0.signed = DEREncoder.element(Tag.context0, Array(attributes.joined()))
            }
        ),
        AdversarialCase(
            "signature over attributes that are not there",
            .signature,
            message: {
                $0.signed = DEREncoder.element(Tag.set, Array($0.neededAttributes.joined()))
            }
        ),
    ]

    private static let signers = [
        AdversarialCase(
            "two signers",
            .signer,
            message: {
                $0.otherSigners = [try $0.signerInfo()]
            }
        ),
        AdversarialCase(
            "a bad signer beside the good one",
            .signer,
            message: { message in
                var bad = message
                bad.signature = [1]
                message.otherSigners = [try bad.signerInfo()]
            }
        ),
        AdversarialCase(
            "five signers",
            .signer,
            message: {
                $0.otherSigners = Array(repeating: try $0.signerInfo(), count: 4)
            }
        ),
        AdversarialCase("no signer", .signer, message: { $0.hasSigner = false }),
        AdversarialCase("no certificates", .signer, message: { $0.certificates = [] }),
        AdversarialCase(
            "signer's certificate missing",
            .signer,
            message: {
                $0.certificates.removeFirst()
            }
        ),
        AdversarialCase(
            "signer's certificate twice",
            .signer,
            message: {
                $0.certificates.append($0.certificates[0])
            }
        ),
    ]

    private static let digests = [
        AdversarialCase(
            "digests that differ",
            .digest,
            message: {
                $0.declaredDigests = [ObjectIdentifier.sha1]
            }
        ),
        AdversarialCase(
            "signature's algorithm of another digest",
            .digest,
            message: {
                $0.signatureAlgorithm = ObjectIdentifier.sha1WithRSA
            }
        ),
        AdversarialCase(
            "digest claimed to be SHA-1",
            .signature,
            message: {
                $0.declaredDigests = [ObjectIdentifier.sha1]
                $0.signerDigest = ObjectIdentifier.sha1
            }
        ),
        AdversarialCase(
            "MD5",
            .structure,
            message: {
                $0.declaredDigests = [md5]
                $0.signerDigest = md5
            }
        ),
        AdversarialCase(
            "MD5 of the signer alone",
            .structure,
            message: {
                $0.signerDigest = md5
            }
        ),
        AdversarialCase(
            "elliptic curve named",
            .structure,
            message: {
                $0.signatureAlgorithm = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
            }
        ),
        AdversarialCase(
            "two digests",
            .structure,
            message: {
                $0.declaredDigests.append(ObjectIdentifier.sha1)
            }
        ),
        AdversarialCase("no digest", .structure, message: { $0.declaredDigests = [] }),
        AdversarialCase("SHA-1 receipt", nil, bytes: sha1),
        AdversarialCase("SHA-1 receipt where that is not enough", .digest, bytes: sha1)
            .withSHA256Only,
        AdversarialCase("SHA-256 receipt where that is required", nil, message: { _ in })
            .withSHA256Only,
    ]

    private static let md5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]

    @Sendable private static func sha1() throws -> [UInt8] {
        try TestChain.good.get().issuer(.sha1).issue(.make()).bytes
    }
}
