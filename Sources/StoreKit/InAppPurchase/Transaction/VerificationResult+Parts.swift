public import Foundation

// The parts of a signed transaction.
extension VerificationResult where SignedType == Transaction {
    /// The JWS in its compact form, as a server verifies it.
    public var jwsRepresentation: String { unsafePayloadValue.document.compact }

    /// The header of the JWS: JSON in UTF-8.
    public var headerData: Data { unsafePayloadValue.document.part(0) }

    /// The payload of the JWS: JSON in UTF-8.
    public var payloadData: Data { unsafePayloadValue.document.json }

    /// The signature of the JWS: 64 bytes.
    public var signatureData: Data { unsafePayloadValue.document.part(2) }

    /// The bytes that the signature covers.
    public var signedData: Data { unsafePayloadValue.document.signedData }

    /// The date of the signature.
    public var signedDate: Date { unsafePayloadValue.signedDate }

    /// The hash that binds the document to the device.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

    /// The nonce in `deviceVerification`.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

// The parts of a signed app transaction.
extension VerificationResult where SignedType == AppTransaction {
    /// The JWS in its compact form, as a server verifies it.
    public var jwsRepresentation: String { unsafePayloadValue.document.compact }

    /// The header of the JWS: JSON in UTF-8.
    public var headerData: Data { unsafePayloadValue.document.part(0) }

    /// The payload of the JWS: JSON in UTF-8.
    public var payloadData: Data { unsafePayloadValue.document.json }

    /// The signature of the JWS: 64 bytes.
    public var signatureData: Data { unsafePayloadValue.document.part(2) }

    /// The bytes that the signature covers.
    public var signedData: Data { unsafePayloadValue.document.signedData }

    /// The date of the signature.
    public var signedDate: Date { unsafePayloadValue.signedDate }

    /// The hash that binds the document to the device.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

    /// The nonce in `deviceVerification`.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

// The parts of a signed renewal info.
extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
    /// The JWS in its compact form, as a server verifies it.
    public var jwsRepresentation: String { unsafePayloadValue.document.compact }

    /// The header of the JWS: JSON in UTF-8.
    public var headerData: Data { unsafePayloadValue.document.part(0) }

    /// The payload of the JWS: JSON in UTF-8.
    public var payloadData: Data { unsafePayloadValue.document.json }

    /// The signature of the JWS: 64 bytes.
    public var signatureData: Data { unsafePayloadValue.document.part(2) }

    /// The bytes that the signature covers.
    public var signedData: Data { unsafePayloadValue.document.signedData }

    /// The date of the signature.
    public var signedDate: Date { unsafePayloadValue.signedDate }

    /// The hash that binds the document to the device.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

    /// The nonce in `deviceVerification`.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}
