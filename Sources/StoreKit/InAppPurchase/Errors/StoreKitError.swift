public import Foundation

/// An error of a call that is not peculiar to purchases.
@nonexhaustive
public enum StoreKitError: Error, Sendable {
    /// The cause is unknown.
    case unknown

    /// The customer cancelled.
    case userCancelled

    /// The network failed.
    case networkError(URLError)

    /// The system failed.
    case systemError(any Error)

    /// The storefront lacks the function.
    case notAvailableInStorefront

    /// The app lacks an entitlement, or has no store to speak to.
    case notEntitled

    /// The product does not allow the operation.
    case unsupported

    /// The window or scene to present in is missing.
    case invalidPresentationContext
}

extension StoreKitError: LocalizedError, CustomNSError, BridgedError {
    /// The failure in a sentence.
    public var errorDescription: String? {
        switch self {
        case .unknown: "The App Store could not do this."
        case .userCancelled: "The request was cancelled."
        case .networkError(let error): error.code.words
        case .systemError(let error): error.warning ?? Self.unknown.errorDescription
        case .notAvailableInStorefront: "This is not available in your country or region."
        case .notEntitled: "The app may not do this."
        case .unsupported: "The product does not allow this."
        case .invalidPresentationContext: "There is nothing to show this in."
        }
    }

    /// The cause in a sentence.
    public var failureReason: String? {
        switch self {
        case .unknown: "The cause is unknown."
        case .userCancelled: "The customer cancelled it."
        case .networkError: "The network failed."
        case .systemError: "The system failed."
        case .notAvailableInStorefront: "The customer's storefront lacks this function."
        case .notEntitled: "The app lacks an entitlement, or there is no store for it."
        case .unsupported: "It is another kind of product."
        case .invalidPresentationContext: "The window or the scene is missing or closed."
        }
    }

    /// A suggestion to recover; nil without one.
    public var recoverySuggestion: String? {
        switch self {
        case .unknown, .systemError: "Try again later."
        case .networkError: "Check the connection to the Internet and try again."
        case .notEntitled: "Add the entitlement to the app, or start a store for it."
        case .invalidPresentationContext: "Use a visible window or scene."
        case .userCancelled, .notAvailableInStorefront, .unsupported: nil
        }
    }

    /// The position of the case among those declared.
    public var errorCode: Int {
        switch self {
        case .unknown: 0
        case .userCancelled: 1
        case .networkError: 2
        case .systemError: 3
        case .notAvailableInStorefront: 4
        case .notEntitled: 5
        case .unsupported: 6
        case .invalidPresentationContext: 7
        }
    }

    package var cause: (any Error)? {
        switch self {
        case .networkError(let error): error
        case .systemError(let error): error
        default: nil
        }
    }

    package static var unspecified: StoreKitError { .unknown }

    package init?(code: Int, userInfo: [String: Any]) {
        let cause = userInfo[NSUnderlyingErrorKey] as? any Error
        switch (code, cause) {
        case (0, _): self = .unknown
        case (1, _): self = .userCancelled
        case (2, let cause as URLError): self = .networkError(cause)
        case (3, let cause?): self = .systemError(cause)
        case (4, _): self = .notAvailableInStorefront
        case (5, _): self = .notEntitled
        case (6, _): self = .unsupported
        case (7, _): self = .invalidPresentationContext
        default: return nil
        }
    }
}
