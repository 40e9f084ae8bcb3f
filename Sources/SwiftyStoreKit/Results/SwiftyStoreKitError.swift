public import Foundation
import StoreKit

/// An error of this library itself, where StoreKit has none that fits.
///
/// As an `NSError` its domain is ``errorDomain`` and its code is ``errorCode``; neither changes
/// between releases.
public enum SwiftyStoreKitError: Error, Equatable, Sendable {
    /// The request for products was cancelled by the app through ``InAppRequest/cancel()``; code 1.
    case productsRequestCancelled
    /// The request for products ended without a response and without an error; code 2.
    case productsRequestEndedWithoutAnswer
    /// The refresh of the receipt was cancelled by the app through ``InAppRequest/cancel()``; code
    /// 3.
    case receiptRefreshCancelled
}

extension SwiftyStoreKitError: CustomNSError, LocalizedError {
    /// The domain of these errors as `NSError`.
    public static var errorDomain: String { "SwiftyStoreKitErrorDomain" }

    /// The number of the case, which stays the same between releases.
    public var errorCode: Int {
        switch self {
        case .productsRequestCancelled: 1
        case .productsRequestEndedWithoutAnswer: 2
        case .receiptRefreshCancelled: 3
        }
    }

    /// The description for customers, and the one for developers.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: words, NSDebugDescriptionErrorKey: reason]
    }

    /// The problem, for customers, in English.
    public var errorDescription: String? { words }

    private var words: String {
        switch self {
        case .productsRequestCancelled, .receiptRefreshCancelled: "The request was cancelled."
        case .productsRequestEndedWithoutAnswer: "The App Store could not be reached."
        }
    }

    private var reason: String {
        switch self {
        case .productsRequestCancelled: "The products request was cancelled."
        case .productsRequestEndedWithoutAnswer:
            "The App Store ended the products request without a response."
        case .receiptRefreshCancelled: "The refresh of the receipt was cancelled."
        }
    }
}

/// Makes the `SKError` values that clients see.
enum StoreError {
    /// Converts any error by its domain.
    ///
    /// An error of StoreKit has its own code. Anything else becomes `.unknown` with the original as
    /// underlying error, because its code number means something else in its own domain.
    static func convert(_ error: (any Error)?) -> SKError {
        guard let error else {
            return make(.unknown, "The App Store gave no reason for the failure.")
        }
        let original = error as NSError
        if original.domain == SKErrorDomain, let known = error as? SKError { return known }
        let userInfo: [String: Any] = [
            NSUnderlyingErrorKey: original,
            NSLocalizedDescriptionKey: original.localizedDescription,
        ]
        return SKError(.unknown, userInfo: userInfo)
    }

    /// Makes an error with a reason for developers and words for customers.
    static func make(
        _ code: SKError.Code,
        _ reason: String,
        words: String = "The request could not be completed."
    ) -> SKError {
        SKError(
            code,
            userInfo: [NSLocalizedDescriptionKey: words, NSDebugDescriptionErrorKey: reason]
        )
    }
}
