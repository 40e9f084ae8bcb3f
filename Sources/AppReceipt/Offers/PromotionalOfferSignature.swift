import Crypto
public import Foundation
import StrictJSON

/// The signature of a promotional offer, version 1, which a developer's server makes for a payment.
///
/// It is an ECDSA signature with the curve P-256 and SHA-256 over a ``Message``. The App Store
/// accepts it for 24 hours and one purchase. The same message has a different signature each time,
/// so signatures are verified and not compared.
public struct PromotionalOfferSignature: Sendable {
    private let signature: P256.Signing.ECDSASignature

    /// The validity of a signature, in milliseconds.
    public static let validity: Int64 = 86_400_000

    /// The tolerance for the clock of a server that signs and is ahead, in milliseconds.
    public static let clockTolerance: Int64 = 60_000

    /// Signs a message.
    ///
    /// - Throws: ``Error/otherKey(id:expected:)`` or ``Error/signing(detail:)``.
    public init(signing message: Message, with key: PromotionalOfferKey) throws(Error) {
        try message.requireKey(key)
        do {
            signature = try key.key.signature(for: message.data)
        } catch {
            throw .signing(detail: "\(error)")
        }
    }

    /// Decodes a signature from Base64, without verifying it.
    ///
    /// - Throws: ``Error/malformedBase64`` or ``Error/malformedSignature``.
    public init(base64Encoded: String) throws(Error) {
        guard let bytes = Data(base64Encoded: base64Encoded) else { throw .malformedBase64 }
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes),
            Self.isInRange(signature.rawRepresentation.prefix(32)),
            Self.isInRange(signature.rawRepresentation.suffix(32))
        else { throw .malformedSignature }
        self.signature = signature
    }

    /// The signature in DER and Base64, as an `SKPaymentDiscount` has it.
    public var base64Encoded: String { signature.derRepresentation.base64EncodedString() }

    /// Verifies that the signature is one of a message and a key, and valid at a date.
    ///
    /// Whether the nonce was used before is for the caller to check.
    ///
    /// - Throws: The first ``Error`` that is found, in this order: key, date, signature.
    public func verify(
        _ message: Message,
        with key: PromotionalOfferKey,
        at date: Date
    ) throws(Error) {
        try message.requireKey(key)
        try message.requireTimestamp(at: date)
        guard verifies(message.data, with: key) else {
            throw .mismatch(message, mistake: mistake(in: message, key: key))
        }
    }

    /// Whether a number of a signature is from 1 up to, but not including, the order of the curve
    /// (FIPS 186-5, 6.4.2).
    private static func isInRange(_ number: Data) -> Bool {
        number.contains { $0 != 0 } && number.lexicographicallyPrecedes(order)
    }

    /// The order of the curve P-256 (SP 800-186, 3.2.1.3).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25,
        0x51,
    ]

    func verifies(_ data: Data, with key: PromotionalOfferKey) -> Bool {
        key.key.publicKey.isValidSignature(signature, for: data)
    }
}

extension PromotionalOfferSignature {
    /// The reason why a signature can't be made, or isn't valid.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The message names another key than the one that signs or verifies.
        case otherKey(id: String, expected: String)
        /// The message was signed more than 24 hours ago; both in milliseconds since 1970.
        case tooOld(timestamp: Int64, now: Int64)
        /// The message was signed more than a minute in the future; both in milliseconds since
        /// 1970.
        case inFuture(timestamp: Int64, now: Int64)
        /// The signature is not Base64.
        case malformedBase64
        /// The bytes of the signature are not ECDSA's two numbers, on the curve P-256 and in DER.
        case malformedSignature
        /// The signature is not one of this message and key.
        ///
        /// `mistake` names the field that the signer wrote differently, if it could be found.
        case mismatch(Message, mistake: String?)
        /// The key cannot sign.
        case signing(detail: String)
    }
}

extension PromotionalOfferSignature.Error: LocalizedError {
    /// The problem of the signature, with the fields of the check.
    public var errorDescription: String? {
        switch self {
        case .otherKey(let id, let expected):
            "The key identifier is \(id.quoted), and the known key is \(expected.quoted)"
        case .tooOld(let timestamp, let now):
            "The timestamp \(timestamp) is more than 24 hours before \(now), the current time in "
                + "milliseconds since 1970"
        case .inFuture(let timestamp, let now):
            "The timestamp \(timestamp) is after \(now), the current time in milliseconds since "
                + "1970"
        case .malformedBase64:
            "The signature is not Base64"
        case .malformedSignature:
            "The signature is not an ECDSA signature in DER"
        case .mismatch(let message, let mistake):
            "The signature does not verify"
                + (mistake.map { ": it was probably made \($0)" } ?? "")
                + ". It was checked with \(message.summary)"
        case .signing(let detail):
            "The key cannot sign: \(detail)"
        }
    }
}
