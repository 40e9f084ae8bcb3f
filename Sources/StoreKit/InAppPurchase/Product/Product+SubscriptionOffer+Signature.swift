public import Foundation

extension Product.SubscriptionOffer {
    /// The signature of a promotional offer and the signed values.
    ///
    /// A server makes it for one customer and one purchase.
    public struct Signature: Equatable, Hashable, Sendable {
        /// The identifier of the key that signed.
        public var keyID: String

        /// A value that is used once; its string in the signature is in lower case.
        public var nonce: UUID

        /// The date of the signature, in milliseconds since 1970.
        public var timestamp: Int

        /// The signature: ECDSA with SHA-256, in DER.
        public var signature: Data

        /// Makes the signature of an offer of its parts.
        public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.timestamp = timestamp
            self.signature = signature
        }
    }
}
