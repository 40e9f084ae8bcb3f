import AppReceipt
import EntitlementModel
import Foundation

/// The reason to refuse a document.
///
/// Sending it again would not change the response.
package struct Refusal: Error, Hashable, Sendable {
    /// The kind of refusal, with the status of the response.
    package enum Kind: Int, Sendable {
        case malformed = 400
        case unverified = 401
        case otherApp = 403
        case tooLarge = 413
    }

    package let kind: Kind
    package let reason: String
    /// Whether the signing date is in the future by our clock.
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

/// An error that refuses a document.
protocol DocumentError: Error {
    var refusal: Refusal { get }
}

extension JWSRefusal: DocumentError {
    var refusal: Refusal {
        let kind: Refusal.Kind =
            switch rule {
            case .size: .tooLarge
            case .structure, .header, .content, .signingDate, .kind, .consistency,
                .productIdentifier, .appAccountToken, .originalTransactionIdentifier:
                .malformed
            case .algorithm, .certificates, .key, .signature, .chain, .purpose, .validity:
                .unverified
            case .bundleIdentifier, .environment, .appAppleIdentifier: .otherApp
            }
        return Refusal(kind, description)
    }
}

extension ReceiptVerdict.Refusal: DocumentError {
    var refusal: Refusal {
        let kind: Refusal.Kind =
            switch rule {
            case .structure, .content: .malformed
            case .bundleIdentifier, .environment, .appAppleIdentifier: .otherApp
            default: .unverified
            }
        return Refusal(kind, description)
    }
}

extension SignedReceipt.Error: DocumentError {
    var refusal: Refusal { Refusal(.malformed, description) }
}

extension UnusableDocument: DocumentError {
    var refusal: Refusal { Refusal(.malformed, localizedDescription) }
}

/// Returns the value of a step of verification, or throws its error as a refusal.
func refusing<Value, Failure: DocumentError>(
    _ step: () throws(Failure) -> Value
) throws(Refusal) -> Value {
    do throws(Failure) {
        return try step()
    } catch {
        throw error.refusal
    }
}
