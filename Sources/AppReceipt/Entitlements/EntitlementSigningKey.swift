import Crypto

/// A key with which a developer's server signs customers' entitlements: a private key on the curve
/// P-256.
///
/// The server alone has it, and signs nothing else with it; apps have the ``publicKey``.
public struct EntitlementSigningKey: Sendable {
    /// The key with which apps verify; it isn't secret.
    public let publicKey: EntitlementPublicKey
    let key: P256.Signing.PrivateKey

    /// Makes a new key without storing it.
    public init() {
        self.init(P256.Signing.PrivateKey())
    }

    /// Makes a key of a private key in PEM (RFC 7468), in PKCS #8.
    ///
    /// - Throws: The mistake in the string.
    public init(pemRepresentation: String) throws(PromotionalOfferKey.Error) {
        self.init(try PKCS8Document(pem: pemRepresentation).key())
    }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        publicKey = EntitlementPublicKey(key.publicKey)
    }

    /// The private key in PEM: store it where only its owner can read it.
    public var pemRepresentation: String { PKCS8Document.pem(key) + "\n" }

    /// The identifier of the key in every document, equal to the ``publicKey``'s.
    public var id: String { publicKey.id }
}
