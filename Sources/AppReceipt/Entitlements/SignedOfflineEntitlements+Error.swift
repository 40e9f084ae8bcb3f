public import Foundation
import StrictJSON

extension SignedOfflineEntitlements {
    /// The reason why a document can't be signed, or isn't valid.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The string isn't a JWS that the named key signed, or its payload isn't a JSON object.
        case malformed(JWSRefusal)
        /// The type in the header is not JWT.
        case otherType
        /// The header names no known key, or none at all.
        case otherKey(id: String?, known: [String])
        /// A member of the payload is missing, or has another value than it may have.
        ///
        /// The member is a path such as `entitlements[0].until`.
        case malformedContent(member: String, reason: String)
        /// The document expires before it was issued, or in the same second.
        case noValidity(issuedAt: Date, expiresAt: Date)
        /// The document is for another app.
        case otherApp(String, expected: String)
        /// The document is for another environment.
        case otherEnvironment(JWSEnvironment, expected: JWSEnvironment)
        /// The document is for another customer.
        case otherCustomer(String, expected: String)
        /// The document was issued more than a minute after the current date: the clock of the
        /// device is wrong, or was set back.
        case inFuture(Date, now: Date)
        /// The document expired.
        case expired(Date, now: Date)
        /// A value that is to be signed or sent has no form in JSON.
        ///
        /// The member is a path such as `entitlements[0].until`.
        case unrepresentable(member: String, reason: String)
        /// The key cannot sign, or the document would be too long.
        case signing(detail: String)
    }
}

extension SignedOfflineEntitlements.Error: LocalizedError {
    /// The problem of the document.
    public var errorDescription: String? {
        switch self {
        case .malformed(let refusal):
            refusal.description
        case .otherType:
            "The type of the document is not JWT"
        case .otherKey(let id, let known):
            "The key identifier is \(id.map(\.quoted) ?? "missing"); known keys: "
                + (known.isEmpty ? "none" : known.map(\.quoted).joined(separator: ", "))
        case .malformedContent(let member, let reason), .unrepresentable(let member, let reason):
            "\(member): \(reason)"
        case .noValidity(let start, let end):
            "The document of \(ReceiptDate.text(start)) expires at \(ReceiptDate.text(end))"
        case .otherApp(let app, let expected):
            "The document is for the app \(app.quoted) instead of \(expected.quoted)"
        case .otherEnvironment(let environment, let expected):
            "The document is for the environment \(environment.rawValue.quoted) instead of "
                + expected.rawValue.quoted
        case .otherCustomer(let customer, let expected):
            "The document is for the customer \(customer.quoted) instead of \(expected.quoted)"
        case .inFuture(let date, let now):
            "The document of \(ReceiptDate.text(date)) is in the future at \(ReceiptDate.text(now))"
        case .expired(let date, let now):
            "The document expired at \(ReceiptDate.text(date)), and it is \(ReceiptDate.text(now))"
        case .signing(let detail):
            "The key cannot sign: \(detail)"
        }
    }
}
