import AppReceipt
import EntitlementModel
import Foundation

/// Why a document was refused; sending it again would change nothing.
package struct Refusal: Error, Hashable, Sendable {
    /// The kind of a refusal, with the status of its answer.
    package enum Kind: Int, Sendable {
        case malformed = 400
        case unverified = 401
        case otherApp = 403
        case tooLarge = 413
    }

    package let kind: Kind
    package let reason: String
    /// Whether the document is signed for a date that has not come by our clock.
    let isFromTheFuture: Bool

    init(_ kind: Kind, _ reason: String, isFromTheFuture: Bool = false) {
        self.kind = kind
        self.reason = reason
        self.isFromTheFuture = isFromTheFuture
    }
}

extension Refusal: LocalizedError {
    /// The reason.
    package var errorDescription: String? { reason }
}

extension Refusal {
    init(_ refusal: JWSRefusal) {
        self.init(Self.kind(of: refusal.rule), refusal.description)
    }

    init(_ refusal: ReceiptVerdict.Refusal) {
        let kind: Kind =
            switch refusal.rule {
            case .structure, .content: .malformed
            case .bundleIdentifier, .environment, .appAppleIdentifier: .otherApp
            default: .unverified
            }
        self.init(kind, refusal.description)
    }

    init(_ error: UnusableDocument) {
        self.init(.malformed, error.localizedDescription)
    }

    private static func kind(of rule: JWSRefusal.Rule) -> Kind {
        switch rule {
        case .size: .tooLarge
        case .structure, .header, .content, .signingDate, .kind, .consistency,
            .productIdentifier, .appAccountToken, .originalTransactionIdentifier:
            .malformed
        case .algorithm, .certificates, .key, .signature, .chain, .purpose, .validity: .unverified
        case .bundleIdentifier, .environment, .appAppleIdentifier: .otherApp
        }
    }
}
