public import Foundation

/// An error of this library itself, where StoreKit has none that fits.
///
/// As an `NSError` its domain is ``errorDomain`` and its code is ``errorCode``; neither changes
/// between releases.
public enum SwiftyStoreKitError: Error, Equatable, Sendable {
    /// The request for products was cancelled by the app through ``InAppRequest/cancel()``; code 1.
    case productsRequestCancelled
    /// The request for products ended without an answer and without an error; code 2.
    case productsRequestEndedWithoutAnswer
    /// The refresh of the receipt was cancelled by the app through ``InAppRequest/cancel()``; code
    /// 3.
    case receiptRefreshCancelled
}

extension SwiftyStoreKitError: CustomNSError {
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

    /// The description under `NSLocalizedDescriptionKey`.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: description]
    }
}

extension SwiftyStoreKitError: LocalizedError {
    /// What happened, in English.
    public var errorDescription: String? { description }

    private var description: String {
        switch self {
        case .productsRequestCancelled: "The request for products was cancelled."
        case .productsRequestEndedWithoutAnswer:
            "The App Store ended the request for products without an answer."
        case .receiptRefreshCancelled: "The refresh of the receipt was cancelled."
        }
    }
}
