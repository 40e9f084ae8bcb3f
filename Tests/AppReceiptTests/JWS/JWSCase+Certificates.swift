import Crypto
import Foundation
import SwiftASN1
import X509
import _CryptoExtras

@testable import AppReceipt

extension JWSCase {
    static let certificates = counts + encodedCertificates + keys

    private static let counts = [
        JWSCase("no x5c", .certificates, token: { $0.header = #"{"alg":"ES256"}"# }),
        JWSCase("no certificate", .certificates, token: { $0.certificates = [] }),
        JWSCase("one certificate", .certificates, token: { $0.certificates.removeLast(2) }),
        JWSCase("two certificates", .certificates, token: { $0.certificates.removeLast() }),
        JWSCase(
            "four certificates",
            .certificates,
            token: {
                $0.certificates.append($0.certificates[2])
            }
        ),
        JWSCase(
            "100 certificates",
            .certificates,
            token: {
                $0.certificates += Array(repeating: $0.certificates[1], count: 97)
            }
        ),
        JWSCase("x5c as a text", .certificates, token: { $0.x5c = #""MII""# }),
        JWSCase("x5c as an object", .certificates, token: { $0.x5c = #"{"0":"MII"}"# }),
        JWSCase("x5c null", .certificates, token: { $0.x5c = "null" }),
        JWSCase("x5c of numbers", .certificates, token: { $0.x5c = "[1,2,3]" }),
        JWSCase("x5c of empty texts", .certificates, token: { $0.x5c = #"["","",""]"# }),
    ]

    private static let encodedCertificates = [
        JWSCase(
            "a certificate in Base64url",
            .certificates,
            token: { token in
                let texts = token.certificates.map { Base64Coding.encodeURL($0) }
                // The signature of a certificate has such characters with near certainty.
                token.x5c = #"["\#(texts.joined(separator: #"",""#))"]"#
            }
        ),
        JWSCase(
            "a certificate with a line break",
            .certificates,
            token: {
                $0.x5c = list($0.certificates, behindFirst: #"\n"#)
            }
        ),
        JWSCase(
            "a certificate with a space",
            .certificates,
            token: {
                $0.x5c = list($0.certificates, behindFirst: " ")
            }
        ),
        JWSCase(
            "a certificate with too much padding",
            .certificates,
            token: {
                $0.x5c = list($0.certificates, behindFirst: "====")
            }
        ),
        JWSCase(
            "a certificate in PEM",
            .certificates,
            token: { token in
                let text = PEMDocument(type: "CERTIFICATE", derBytes: token.certificates[0])
                    .pemString
                let escaped = text.replacingOccurrences(of: "\n", with: #"\n"#)
                token.x5c = #"["\#(escaped)","",""]"#
            }
        ),
        JWSCase(
            "bytes behind the first certificate",
            .certificates,
            token: {
                $0.certificates[0] += [0]
            }
        ),
        JWSCase(
            "bytes behind the second certificate",
            .certificates,
            token: {
                $0.certificates[1] += [0]
            }
        ),
        JWSCase(
            "bytes behind the third certificate",
            .certificates,
            token: {
                $0.certificates[2] += [0]
            }
        ),
        JWSCase(
            "a first certificate that is none",
            .certificates,
            token: {
                $0.certificates[0] = [0x30, 0]
            }
        ),
        JWSCase(
            "a third certificate that is none",
            .certificates,
            token: {
                $0.certificates[2] = [0x30, 0]
            }
        ),
    ]

    private static let keys = [
        JWSCase(
            "a signer with an RSA key",
            .key,
            token: {
                $0.certificates[0] = try TestChain.good.get().signer.encoded()
            }
        ),
        JWSCase(
            "a signer with a key on P-384",
            .key,
            token: {
                $0.certificates[0] = try selfSigned(
                    Certificate.PrivateKey(P384.Signing.PrivateKey())
                )
            }
        ),
        JWSCase(
            "a signer with a key on P-521",
            .key,
            token: {
                $0.certificates[0] = try selfSigned(
                    Certificate.PrivateKey(P521.Signing.PrivateKey())
                )
            }
        ),
        JWSCase(
            "a signer with a key on Curve25519",
            .key,
            token: {
                $0.certificates[0] = try selfSigned(
                    Certificate.PrivateKey(Curve25519.Signing.PrivateKey())
                )
            }
        ),
    ]

    private static func list(_ certificates: [[UInt8]], behindFirst text: String) -> String {
        let texts = certificates.map { Data($0).base64EncodedString() }
        return #"["\#(texts[0])\#(text)","\#(texts[1])","\#(texts[2])"]"#
    }

    private static func selfSigned(_ key: Certificate.PrivateKey) throws -> [UInt8] {
        let template = try CertificateTemplate.signer("Test", Moment.chainStart, Moment.chainEnd)
        let certificate = try Certificate(
            version: .v3,
            serialNumber: template.serial,
            publicKey: key.publicKey,
            notValidBefore: template.validFrom,
            notValidAfter: template.until,
            issuer: template.subject,
            subject: template.subject,
            extensions: try Certificate.Extensions(template.extensions),
            issuerPrivateKey: key
        )
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
