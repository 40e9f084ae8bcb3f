public import Foundation

/// The result of verifying a signature of the App Store.
///
/// StoreKit verifies the signature, the chain of certificates, the app and the device before the
/// app receives a value. Of the local store, its own root alone is trusted.
@frozen
public enum VerificationResult<SignedType> {
    /// The value did not pass, for this reason.
    case unverified(SignedType, VerificationError)
    /// The value passed.
    case verified(SignedType)

    /// The value, if it passed.
    ///
    /// - Throws: The ``VerificationError`` of a value that did not pass.
    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .unverified(_, let error): throw error
            case .verified(let value): value
            }
        }
    }

    /// The value, whether or not it passed.
    public var unsafePayloadValue: SignedType {
        switch self {
        case .unverified(let value, _), .verified(let value): value
        }
    }
}

extension VerificationResult: Equatable where SignedType: Equatable {}
extension VerificationResult: Hashable where SignedType: Hashable {}
extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult: CustomDebugStringConvertible
where SignedType: CustomDebugStringConvertible {
    /// The verdict and the value.
    public var debugDescription: String {
        switch self {
        case .unverified(let value, let error): "unverified(\(error)): \(value.debugDescription)"
        case .verified(let value): "verified: \(value.debugDescription)"
        }
    }
}

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
