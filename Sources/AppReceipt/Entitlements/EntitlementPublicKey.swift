import Crypto
public import Foundation
import SwiftASN1

/// A key with which an app verifies its server's signatures: a public key on the curve P-256.
public struct EntitlementPublicKey: Sendable {
    /// The identifier of the key, by which documents name it: the SHA-256 thumbprint in Base64url
    /// (RFC 7638).
    public let id: String
    let key: P256.Signing.PublicKey

    private static let label = "PUBLIC KEY"
    /// The bytes of an uncompressed point.
    private static let pointLength = 65

    init(_ key: P256.Signing.PublicKey) {
        self.key = key
        id = Self.thumbprint(of: Array(key.x963Representation))
    }

    /// Makes a key of an uncompressed point (SEC 1, 2.3.3): 65 bytes, of which the first is 4.
    ///
    /// - Throws: ``Error/malformedKey``.
    public init(x963Representation: [UInt8]) throws(Error) {
        guard let key = try? P256.Signing.PublicKey(x963Representation: x963Representation) else {
            throw .malformedKey
        }
        self.init(key)
    }

    /// Makes a key of a `SubjectPublicKeyInfo` in DER (RFC 5480), with an uncompressed point.
    ///
    /// - Throws: ``Error/malformedKey``.
    public init(derRepresentation: [UInt8]) throws(Error) {
        try self.init(x963Representation: derRepresentation.suffix(Self.pointLength))
        // A value has one form in DER, so all bytes before the point are compared together.
        guard derRepresentation == self.derRepresentation else { throw .malformedKey }
    }

    /// Makes a key of a public key in PEM (RFC 7468, 13).
    ///
    /// - Throws: ``Error`` with the mistake in the string.
    public init(pemRepresentation: String) throws(Error) {
        guard let document = try? PEMDocument(pemString: pemRepresentation),
            document.discriminator == Self.label
        else { throw .malformedPEM }
        try self.init(derRepresentation: document.derBytes)
    }

    /// The key as an uncompressed point: 65 bytes, of which the first is 4.
    public var x963Representation: [UInt8] { Array(key.x963Representation) }

    /// The key as a `SubjectPublicKeyInfo` in DER.
    public var derRepresentation: [UInt8] {
        // The DER representation of swift-crypto is newer than iOS 13.
        let point = DEREncoder.element(Tag.bitString, [0] + x963Representation)
        return DEREncoder.sequence([DEREncoder.p256Algorithm, point])
    }

    /// The key in PEM, as `openssl pkey -pubout` writes it.
    public var pemRepresentation: String {
        PEMDocument(type: Self.label, derBytes: derRepresentation).pemString + "\n"
    }

    /// The SHA-256 of the JWK's required members, in the order of their names (RFC 7638, 3).
    private static func thumbprint(of point: [UInt8]) -> String {
        let x = Base64Coding.encodeURL(Array(point.dropFirst().prefix(32)))
        let y = Base64Coding.encodeURL(Array(point.suffix(32)))
        let key = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        return Base64Coding.encodeURL(Array(SHA256.hash(data: Array(key.utf8))))
    }
}

extension EntitlementPublicKey: Hashable {
    /// Whether the keys are the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.x963Representation == right.x963Representation
    }

    /// Hashes the point.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(x963Representation)
    }
}

extension EntitlementPublicKey {
    /// The reason why something is not a key.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The string is not one document in PEM with the label `PUBLIC KEY`.
        case malformedPEM
        /// The bytes are not an uncompressed point on the curve P-256 in the expected form.
        case malformedKey
    }
}

extension EntitlementPublicKey.Error: LocalizedError {
    /// The problem of the key.
    public var errorDescription: String? {
        switch self {
        case .malformedPEM: "The public key is not a single PUBLIC KEY in PEM"
        case .malformedKey: "The public key is not an uncompressed point on the curve P-256"
        }
    }
}
