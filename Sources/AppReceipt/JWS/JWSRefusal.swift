public import Foundation

/// The reason why a JWS was refused: the first rule that it breaks.
public struct JWSRefusal: Error, Hashable, Sendable {
    /// The first rule that was broken.
    public let rule: Rule
    /// The way in which it was broken, in a sentence.
    public let reason: String
    /// The member of a notification that holds the refused document, such as
    /// `signedTransactionInfo`; `nil` if it is the document itself.
    public let member: String?

    /// Makes a refusal.
    public init(rule: Rule, reason: String, member: String? = nil) {
        self.rule = rule
        self.reason = reason
        self.member = member
    }
}

extension JWSRefusal {
    /// The rules in the order in which they are checked.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The document has at most 262,144 bytes.
        case size
        /// The document has three parts in Base64url, in the one form that an encoder writes (RFC
        /// 7515, 7.1).
        case structure
        /// The header is a JSON object without duplicate keys, `crit` and `b64`.
        case header
        /// The algorithm is ES256.
        case algorithm
        /// `x5c` holds three certificates, or one if the policy names Xcode's.
        case certificates
        /// The key of the first certificate is one on the curve P-256.
        case key
        /// The signature was made with that key over header and payload.
        case signature
        /// The certificates lead, in their order, to a trusted root.
        case chain
        /// The certificates have the extensions with which Apple marks them.
        case purpose
        /// The payload is a JSON object without duplicate keys, and its members have the right
        /// types.
        case content
        /// The payload contains the date when it was signed.
        case signingDate
        /// The certificates were valid when the payload was signed.
        case validity
        /// The document is of the kind that it is verified as: it has a member that only this kind
        /// has, or none that this kind has not.
        case kind
        /// The document is of the required app.
        case bundleIdentifier
        /// The document is of an accepted environment.
        case environment
        /// The document has the required identifier of the app in the App Store.
        case appAppleIdentifier
        /// The document is about the required product.
        case productIdentifier
        /// The document has the required account token.
        case appAccountToken
        /// The renewal info is of the required transaction.
        case originalTransactionIdentifier
        /// The documents in a notification belong to it and to each other.
        case consistency
    }
}

extension JWSRefusal: LocalizedError, CustomStringConvertible {
    /// The rule's name and the reason.
    public var description: String {
        let place = member.map { "\($0): " } ?? ""
        return "\(place)\(rule.rawValue): \(reason)"
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension JWSRefusal {
    /// The same refusal of a document in a notification.
    func inside(_ member: String) -> JWSRefusal {
        JWSRefusal(rule: rule, reason: reason, member: member)
    }
}
