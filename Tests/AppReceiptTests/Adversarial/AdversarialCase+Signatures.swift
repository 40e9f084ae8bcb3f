import Crypto
import Foundation
import _CryptoExtras

@testable import AppReceipt

extension AdversarialCase {
    /// Who signed what, and how: T1, T8 to T11.
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
            "T1 content without a message",
            .structure,
            octets: {
                try PayloadWriter(content: .make()).payload()
            }
        ),
        AdversarialCase(
            "T1 signature of zeros",
            .signature,
            message: {
                $0.signature = Array(repeating: 0, count: 256)
            }
        ),
        AdversarialCase(
            "T1 signature of ones",
            .signature,
            message: {
                $0.signature = Array(repeating: 0xFF, count: 256)
            }
        ),
        AdversarialCase("T1 empty signature", .signature, message: { $0.signature = [] }),
        AdversarialCase(
            "T1 signature of another content",
            .signature,
            message: {
                $0.signed = try PayloadWriter(content: .make(appVersion: "5")).payload()
            }
        ),
        AdversarialCase(
            "T1 signature of an empty content",
            .signature,
            message: { $0.signed = [] }
        ),
        AdversarialCase(
            "T11 signature one octet short",
            .signature,
            message: {
                $0.signature = try Array($0.sign(.insecurePKCS1v1_5).dropLast())
            }
        ),
        AdversarialCase(
            "T11 signature with an octet before it",
            .signature,
            message: {
                $0.signature = [0] + (try $0.sign(.insecurePKCS1v1_5))
            }
        ),
        AdversarialCase(
            "T11 signature with an octet behind it",
            .signature,
            message: {
                $0.signature = try $0.sign(.insecurePKCS1v1_5) + [0]
            }
        ),
        AdversarialCase(
            "T11 signature with another padding",
            .signature,
            message: {
                $0.signature = try $0.sign(.PSS)
            }
        ),
        AdversarialCase(
            "T11 signature over a SHA-1 digest",
            .signature,
            message: {
                $0.signature = try $0.sign(.insecurePKCS1v1_5, .sha1)
            }
        ),
    ]

    private static let attributes = [
        AdversarialCase(
            "T8 signed digest of another content",
            .digest,
            message: {
                $0.attributes = [
                    Message.contentType(), Message.messageDigest(Array(SHA256.hash(data: [1]))),
                ]
            }
        ),
        AdversarialCase(
            "T8 signed digest cut",
            .digest,
            message: {
                let digest = Array(SHA256.hash(data: $0.payload))
                $0.attributes = [
                    Message.contentType(), Message.messageDigest(Array(digest.prefix(31))),
                ]
            }
        ),
        AdversarialCase(
            "T8 signed digest empty",
            .digest,
            message: {
                $0.attributes = [Message.messageDigest([]), Message.contentType()]
            }
        ),
        AdversarialCase(
            "T8 signed digest missing",
            .structure,
            message: {
                $0.attributes = [Message.contentType()]
            }
        ),
        AdversarialCase(
            "T8 signed digest with two values",
            .structure,
            message: {
                let digest = Array(SHA256.hash(data: $0.payload))
                $0.attributes = [Message.contentType(), Message.messageDigest(digest, digest)]
            }
        ),
        AdversarialCase(
            "T8 signed digest twice",
            .structure,
            message: {
                let (good, bad) = ($0.neededAttributes[1], Message.messageDigest([7]))
                $0.attributes = [bad, Message.contentType(), good]
            }
        ),
        AdversarialCase(
            "T8 signed content type missing",
            .structure,
            message: {
                $0.attributes = [$0.neededAttributes[1]]
            }
        ),
        AdversarialCase(
            "T8 signed content type of another kind",
            .structure,
            message: {
                let type = Message.contentType(ObjectIdentifier.signedData)
                $0.attributes = [type, $0.neededAttributes[1]]
            }
        ),
        AdversarialCase(
            "T8 signed attributes out of order",
            .structure,
            message: {
                $0.attributes = $0.neededAttributes.reversed()
            }
        ),
        AdversarialCase("T8 signed attributes empty", .structure, message: { $0.attributes = [] }),
        AdversarialCase(
            "T8 signature over the content beside signed attributes",
            .signature,
            message: {
                $0.attributes = $0.neededAttributes
                $0.signed = $0.payload
            }
        ),
        AdversarialCase(
            "T8 signature over attributes with their own tag",
            .signature,
            message: {
                let attributes = $0.neededAttributes
                $0.attributes = attributes
                $0.signed = DERWriter.element(Tag.context0, Array(attributes.joined()))
            }
        ),
        AdversarialCase(
            "T8 signature over attributes that are not there",
            .signature,
            message: {
                $0.signed = DERWriter.element(Tag.set, Array($0.neededAttributes.joined()))
            }
        ),
    ]

    private static let signers = [
        AdversarialCase(
            "T9 two signers",
            .signer,
            message: {
                $0.otherSigners = [try $0.signerInfo()]
            }
        ),
        AdversarialCase(
            "T9 a bad signer beside the good one",
            .signer,
            message: { message in
                var bad = message
                bad.signature = [1]
                message.otherSigners = [try bad.signerInfo()]
            }
        ),
        AdversarialCase(
            "T9 five signers",
            .signer,
            message: {
                $0.otherSigners = Array(repeating: try $0.signerInfo(), count: 4)
            }
        ),
        AdversarialCase("T9 no signer", .signer, message: { $0.hasSigner = false }),
        AdversarialCase("T9 no certificates", .signer, message: { $0.certificates = [] }),
        AdversarialCase(
            "T9 signer's certificate missing",
            .signer,
            message: {
                $0.certificates.removeFirst()
            }
        ),
        AdversarialCase(
            "T9 signer's certificate twice",
            .signer,
            message: {
                $0.certificates.append($0.certificates[0])
            }
        ),
    ]

    private static let digests = [
        AdversarialCase(
            "T10 digests that differ",
            .digest,
            message: {
                $0.declaredDigests = [ObjectIdentifier.sha1]
            }
        ),
        AdversarialCase(
            "T10 signature's algorithm of another digest",
            .digest,
            message: {
                $0.signatureAlgorithm = ObjectIdentifier.sha1WithRSA
            }
        ),
        AdversarialCase(
            "T10 digest claimed to be SHA-1",
            .signature,
            message: {
                $0.declaredDigests = [ObjectIdentifier.sha1]
                $0.signerDigest = ObjectIdentifier.sha1
            }
        ),
        AdversarialCase(
            "T10 MD5",
            .structure,
            message: {
                $0.declaredDigests = [md5]
                $0.signerDigest = md5
            }
        ),
        AdversarialCase(
            "T10 MD5 of the signer alone",
            .structure,
            message: {
                $0.signerDigest = md5
            }
        ),
        AdversarialCase(
            "T10 elliptic curve named",
            .structure,
            message: {
                $0.signatureAlgorithm = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
            }
        ),
        AdversarialCase(
            "T10 two digests",
            .structure,
            message: {
                $0.declaredDigests.append(ObjectIdentifier.sha1)
            }
        ),
        AdversarialCase("T10 no digest", .structure, message: { $0.declaredDigests = [] }),
        AdversarialCase("T10 SHA-1 receipt", nil, octets: sha1),
        AdversarialCase("T10 SHA-1 receipt where that is not enough", .digest, octets: sha1)
            .withSHA256Only,
        AdversarialCase("T10 SHA-256 receipt where that is asked for", nil, message: { _ in })
            .withSHA256Only,
    ]

    private static let md5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]

    @Sendable private static func sha1() throws -> [UInt8] {
        try TestChain.good.get().issuer(.sha1).issue(.make()).bytes
    }
}
