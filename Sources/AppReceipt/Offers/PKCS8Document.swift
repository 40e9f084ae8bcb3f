import Crypto
import Foundation
import SwiftASN1

/// A private key on the curve P-256, decoded from PKCS #8 (RFC 5958, RFC 5915).
struct PKCS8Document {
    let privateKey: Data
    /// The public key as an uncompressed point, which the document may leave out.
    let publicKey: Data?

    /// The label of such a document in PEM (RFC 7468, 10).
    private static let label = "PRIVATE KEY"

    private static let ellipticCurve: ASN1ObjectIdentifier = [1, 2, 840, 10045, 2, 1]
    private static let p256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 3, 1, 7]

    init(pem: String) throws(PromotionalOfferKey.Error) {
        guard let document = try? PEMDocument(pemString: pem),
            document.discriminator == Self.label
        else { throw .malformedPEM }
        try self.init(bytes: document.derBytes)
    }

    init(bytes: [UInt8]) throws(PromotionalOfferKey.Error) {
        guard let key = try? Self.ellipticCurveKey(in: bytes),
            let (privateKey, publicKey) = try? Self.numbers(of: key)
        else { throw .malformedKey }
        self.privateKey = privateKey
        self.publicKey = publicKey
    }

    /// The bytes of the structure `ECPrivateKey` in a `OneAsymmetricKey`, whose attributes are
    /// ignored.
    private static func ellipticCurveKey(in bytes: [UInt8]) throws -> ArraySlice<UInt8> {
        try DER.sequence(try DER.parse(bytes), identifier: .sequence) { nodes in
            let version = try Int(derEncoded: &nodes)
            guard (0...1).contains(version), let algorithm = nodes.next(),
                try identifiers(of: algorithm) == [ellipticCurve, p256]
            else { throw PromotionalOfferKey.Error.malformedKey }
            let key = try ASN1OctetString(derEncoded: &nodes)
            while nodes.next() != nil {}
            return key.bytes
        }
    }

    /// The object identifiers of the algorithm and its curve.
    private static func identifiers(of algorithm: ASN1Node) throws -> [ASN1ObjectIdentifier] {
        try DER.sequence(algorithm, identifier: .sequence) { nodes in
            [
                try ASN1ObjectIdentifier(derEncoded: &nodes),
                try ASN1ObjectIdentifier(derEncoded: &nodes),
            ]
        }
    }

    private static func numbers(of key: ArraySlice<UInt8>) throws -> (Data, Data?) {
        try DER.sequence(try DER.parse(key), identifier: .sequence) { nodes in
            guard try Int(derEncoded: &nodes) == 1 else {
                throw PromotionalOfferKey.Error.malformedKey
            }
            let privateKey = try ASN1OctetString(derEncoded: &nodes)
            let curve = try DER.optionalExplicitlyTagged(
                &nodes,
                tagNumber: 0,
                tagClass: .contextSpecific
            ) { try ASN1ObjectIdentifier(derEncoded: $0) }
            guard curve ?? p256 == p256 else { throw PromotionalOfferKey.Error.malformedKey }
            let publicKey = try DER.optionalExplicitlyTagged(
                &nodes,
                tagNumber: 1,
                tagClass: .contextSpecific
            ) { try ASN1BitString(derEncoded: $0) }
            return (Data(privateKey.bytes), publicKey.map { Data($0.bytes) })
        }
    }
}

extension PKCS8Document {
    /// The private key; it must match a public key in the document.
    func key() throws(PromotionalOfferKey.Error) -> P256.Signing.PrivateKey {
        // A representation in DER is newer than iOS 13, the bare number is not.
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: privateKey) else {
            throw .malformedKey
        }
        let point = key.publicKey.x963Representation
        guard publicKey ?? point == point else { throw .otherPublicKey }
        return key
    }

    /// Encodes a key with its public key in PEM, as in a `.p8` file, without the end of the line.
    static func pem(_ key: P256.Signing.PrivateKey) -> String {
        PEMDocument(type: label, derBytes: encode(key)).pemString
    }

    /// Encodes a key with its public key, without attributes.
    ///
    /// A representation in DER by swift-crypto is newer than iOS 13, the bare numbers are not.
    private static func encode(_ key: P256.Signing.PrivateKey) -> [UInt8] {
        let point = [0] + Array(key.publicKey.x963Representation)
        let numbers = DEREncoder.sequence([
            DEREncoder.integer(1),
            DEREncoder.octetString(Array(key.rawRepresentation)),
            DEREncoder.element(Tag.context1, DEREncoder.element(Tag.bitString, point)),
        ])
        return DEREncoder.sequence([
            DEREncoder.integer(0),
            DEREncoder.p256Algorithm,
            DEREncoder.octetString(numbers),
        ])
    }
}
