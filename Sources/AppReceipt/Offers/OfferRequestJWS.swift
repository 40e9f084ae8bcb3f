import Crypto
public import Foundation
import StrictJSON

/// A request for an offer that a developer's server signs as JWS, for StoreKit 2: a promotional
/// offer, or whether a customer may have the introductory offer.
///
/// It is version 2 of the signature of an offer; ``PromotionalOfferSignature`` is version 1. The
/// same request has a different signature each time, so requests are verified and not compared.
public struct OfferRequestJWS: Hashable, Sendable {
    private let token: JWT

    /// The validity of a request in seconds: as of version 1, because Apple documents no other
    /// limit.
    public static let validity: TimeInterval = 86_400

    /// The tolerance for the clock of a server that signs and is ahead, in seconds.
    public static let clockTolerance: TimeInterval = 60

    /// Makes a request of any string; nothing is decoded yet.
    public init(_ compactSerialization: String) {
        token = JWT(compactSerialization)
    }

    /// Signs a request.
    ///
    /// - Throws: ``Error/unrepresentable(member:expected:)`` or ``Error/signing(detail:)``.
    public init(signing request: Request, with key: PromotionalOfferKey) throws(Error) {
        let members: [String: JSONValue]
        do throws(JSONMembers.Failure) {
            members = try JSONMembers.encode(OfferRequestClaims(request))
        } catch {
            throw .unrepresentable(member: error.member, expected: error.expected)
        }
        do {
            let claims = JSONValue.object(members).bytes
            token = try JWT(signing: claims, keyIdentifier: key.id, with: key.key)
        } catch {
            throw .signing(detail: "\(error)")
        }
    }

    /// The three parts in Base64url, joined by dots, as StoreKit takes it.
    public var compactSerialization: String { token.compactSerialization }

    /// Verifies that the request was signed by an issuer with its key, for an app and a product,
    /// and is valid at a date.
    ///
    /// It is valid for 24 hours from its `iat` on, or until its `exp` if that is earlier; one of a
    /// clock that is up to a minute ahead is valid already. Whether the nonce was used before, and
    /// which offer the request names, is for the caller to check.
    ///
    /// - Parameters:
    ///   - key: The key of the issuer.
    ///   - issuerIdentifier: The expected issuer: the identifier from App Store Connect, compared
    ///     byte by byte.
    ///   - bundleIdentifier: The bundle identifier of the app.
    ///   - productIdentifier: The expected product.
    ///   - date: The current date.
    /// - Returns: The request.
    /// - Throws: The first ``Error`` that is found, in this order: form, type, key, signature,
    ///   content, issuer, app, product, date.
    public func verify(
        with key: PromotionalOfferKey,
        issuerIdentifier: ClaimRequirement<String>,
        bundleIdentifier: String,
        productIdentifier: ClaimRequirement<String>,
        at date: Date
    ) throws(Error) -> Request {
        let (claims, request) = try verifiedRequest(key)
        let issuer = request.issuerIdentifier
        guard issuerIdentifier.isMet(by: issuer) else { throw .otherIssuer(issuer) }
        guard request.bundleIdentifier.utf8.elementsEqual(bundleIdentifier.utf8) else {
            throw .otherApp(request.bundleIdentifier, expected: bundleIdentifier)
        }
        let product = request.offer.productIdentifier
        guard productIdentifier.isMet(by: product) else { throw .otherProduct(product) }
        try claims.checkDates(at: date)
        return request
    }

    private func verifiedRequest(
        _ key: PromotionalOfferKey
    ) throws(Error) -> (OfferRequestClaims, Request) {
        do throws(JWT.Refusal) {
            return try token.verifiedContent {
                $0.utf8.elementsEqual(key.id.utf8) ? key.key.publicKey : nil
            } _: { content throws(JWSRefusal) in
                let claims: OfferRequestClaims = try content.decode(with: JSONMembers.decode)
                return (claims, try claims.request())
            }
        } catch {
            switch error {
            case .malformed(let refusal): throw .malformed(refusal)
            case .otherType: throw .otherType
            case .otherKey(let id): throw .otherKey(id: id, expected: key.id)
            }
        }
    }
}

extension OfferRequestJWS {
    /// The reason why a request can't be signed, or isn't valid.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The string is not a JWS that the key signed, or it contains no request.
        case malformed(JWSRefusal)
        /// The type in the header is not JWT.
        case otherType
        /// The request names another key than the one that verifies, or none.
        case otherKey(id: String?, expected: String)
        /// The request is of another issuer.
        case otherIssuer(String)
        /// The request is of another app.
        case otherApp(String, expected: String)
        /// The request is about another product.
        case otherProduct(String)
        /// The request was signed more than 24 hours ago.
        case tooOld(Date, now: Date)
        /// The request expired at the date that it names.
        case expired(Date, now: Date)
        /// The request was signed, or is valid from, more than a minute in the future.
        case inFuture(Date, now: Date)
        /// A value of the request has no form in a JWS.
        case unrepresentable(member: String, expected: String)
        /// The key cannot sign.
        case signing(detail: String)
    }
}

extension OfferRequestJWS.Error: LocalizedError {
    /// The problem of the request.
    public var errorDescription: String? {
        switch self {
        case .malformed(let refusal):
            refusal.description
        case .otherType:
            "The type of the request is not JWT"
        case .otherKey(let id, let expected):
            "The key identifier is \(id.map(\.quoted) ?? "missing"), and the known key is "
                + expected.quoted
        case .otherIssuer(let issuer):
            "The request is from the issuer \(issuer.quoted)"
        case .otherApp(let app, let expected):
            "The request is for the app \(app.quoted) instead of \(expected.quoted)"
        case .otherProduct(let product):
            "The request is about the product \(product.quoted)"
        case .tooOld(let date, let now):
            "The request of \(ReceiptDate.text(date)) is more than 24 hours older than "
                + ReceiptDate.text(now)
        case .expired(let date, let now):
            "The request expired at \(ReceiptDate.text(date)), and it is \(ReceiptDate.text(now))"
        case .inFuture(let date, let now):
            "The request of \(ReceiptDate.text(date)) is in the future at \(ReceiptDate.text(now))"
        case .unrepresentable(let member, let expected):
            "\(member) is not \(expected)"
        case .signing(let detail):
            "The key cannot sign: \(detail)"
        }
    }
}
