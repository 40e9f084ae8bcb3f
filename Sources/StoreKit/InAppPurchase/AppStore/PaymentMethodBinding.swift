public import Foundation

/// A payment method that the customer gets from another business.
///
/// Linux has no payment methods to bind, so no value of this type exists.
public struct PaymentMethodBinding: Sendable, Hashable, Identifiable {
    /// The identifier of the payment method.
    public let id: String

    /// Throws ``PaymentMethodBindingError/notEligible``, because Linux has no payment methods.
    public init(id: String) async throws {
        throw PaymentMethodBindingError.notEligible
    }

    /// Throws ``PaymentMethodBindingError/notEligible``.
    public func bind() async throws {
        throw PaymentMethodBindingError.notEligible
    }

    /// An error of a payment method that should be bound.
    @nonexhaustive
    public enum PaymentMethodBindingError: LocalizedError, Equatable, Hashable {
        /// The customer or the app may not bind it.
        case notEligible

        /// The identifier is invalid.
        case invalidPinningID

        /// The App Store could not bind it.
        case failed
    }
}

extension PaymentMethodBinding.PaymentMethodBindingError: CustomNSError, ListedError {
    /// The failure in a sentence.
    public var errorDescription: String? { "The payment method could not be added." }

    /// The cause in a sentence.
    public var failureReason: String? {
        switch self {
        case .notEligible: "There are no payment methods to add."
        case .invalidPinningID: "The identifier of the payment method is invalid."
        case .failed: "The App Store could not add it."
        }
    }

    /// A suggestion to recover; nil without one.
    public var recoverySuggestion: String? {
        switch self {
        case .notEligible: nil
        case .invalidPinningID: "Get another identifier for the payment method."
        case .failed: "Try again later."
        }
    }

    /// The position of the case among those declared.
    public var errorCode: Int { position }

    package static var unspecified: Self { .failed }

    package static var inOrder: [Self] { [.notEligible, .invalidPinningID, .failed] }
}
