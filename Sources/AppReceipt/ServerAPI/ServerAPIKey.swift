import Crypto
public import Foundation

/// A key with which a developer's server asks the App Store Server API: a private key on the curve
/// P-256, with its identifier and the one of its issuer.
///
/// App Store Connect issues such keys as `.p8` files.
public struct ServerAPIKey: Sendable {
    /// The identifier of the key, which every token names: ten letters and digits for Apple's keys.
    public let id: String
    /// The identifier of the team that the key is for, which is the issuer of every token.
    public let issuerID: UUID
    let key: P256.Signing.PrivateKey

    /// Makes a new key with identifiers derived from it, without storing it.
    public init() {
        self.init(P256.Signing.PrivateKey(), id: nil, issuerID: nil)
    }

    /// Makes a key of a private key in PEM (RFC 7468), as in a `.p8` file.
    ///
    /// - Parameters:
    ///   - pemRepresentation: The private key.
    ///   - id: Its identifier; by default one that is derived from the key, always the same.
    ///   - issuerID: Its issuer; by default one that is derived from the key.
    /// - Throws: The mistake in the string.
    public init(
        pemRepresentation: String,
        id: String? = nil,
        issuerID: UUID? = nil
    ) throws(PromotionalOfferKey.Error) {
        let key = try PKCS8Document(pem: pemRepresentation).key()
        self.init(key, id: id, issuerID: issuerID)
    }

    private init(_ key: P256.Signing.PrivateKey, id: String?, issuerID: UUID?) {
        let digest = Array(SHA256.hash(data: key.publicKey.x963Representation))
        self.key = key
        self.id = id ?? Self.id(digest.prefix(10))
        self.issuerID = issuerID ?? Self.issuerID(digest.suffix(16))
    }

    /// The private key in PEM, as in a `.p8` file: store it where only its owner can read it.
    public var pemRepresentation: String { PKCS8Document.pem(key) + "\n" }

    /// The issuer as tokens name it.
    var issuer: String { issuerID.uuidString.lowercased() }

    /// An identifier like Apple's: ten capital letters and digits.
    private static func id(_ bytes: ArraySlice<UInt8>) -> String {
        let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        return String(bytes.map { characters[Int($0) % characters.count] })
    }

    /// A UUID of 16 bytes, with the version and variant of random ones (RFC 9562, 5.4).
    private static func issuerID(_ bytes: ArraySlice<UInt8>) -> UUID {
        var bytes = Array(bytes)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return NSUUID(uuidBytes: bytes) as UUID
    }
}
