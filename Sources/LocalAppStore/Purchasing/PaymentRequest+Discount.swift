public import Foundation

extension PaymentRequest {
    /// A promotional offer, as the developer's server signed it for one customer.
    ///
    /// The store checks that the product has the offer, that nothing is missing and that the
    /// customer is eligible. It does not check the signature.
    public struct Discount: Sendable, Equatable, Codable {
        /// The offer's identifier.
        public var offerID: String
        /// The key that signed.
        public var keyID: String
        /// The number that makes the signature unique.
        public var nonce: UUID
        /// The signature, in Base64.
        public var signature: String
        /// When the signature was made, in milliseconds since 1970.
        public var timestamp: Int64

        /// Makes a discount from its five parts.
        public init(
            offerID: String,
            keyID: String,
            nonce: UUID,
            signature: String,
            timestamp: Int64
        ) {
            self.offerID = offerID
            self.keyID = keyID
            self.nonce = nonce
            self.signature = signature
            self.timestamp = timestamp
        }
    }
}
