public import Foundation

// Unchecked because a `ReceiptInfo` holds decoded JSON, which nobody changes.
/// Why there is no receipt, or no valid one.
///
/// As an `NSError` its code is ``errorCode``, which does not change between releases. ``cause``
/// tells what to do about it.
public enum ReceiptError: Swift.Error, @unchecked Sendable {
    /// There is no receipt, even after it was refreshed; code 4.
    case noReceiptData
    /// The server answered with nothing; code 5.
    case noRemoteData
    /// The request could not be put into JSON; code 0.
    case requestBodyEncodeError(error: any Swift.Error)
    /// The receipt could not be refreshed, or the server could not be asked; code 1.
    ///
    /// The error is StoreKit's or Foundation's, a ``ReceiptServerError``, or a
    /// ``SwiftyStoreKitError``.
    case networkError(error: any Swift.Error)
    /// The answer is not JSON; code 2.
    case jsonDecodeError(string: String?)
    /// The server answered with another status than valid, see ``statusCode``; code 3.
    case receiptInvalid(receipt: ReceiptInfo, status: ReceiptStatus)
}

extension ReceiptError: CustomNSError {
    /// The domain of these errors as `NSError`.
    public static var errorDomain: String { "SwiftyStoreKit.ReceiptError" }

    /// The number of the case, which stays the same between releases.
    public var errorCode: Int {
        switch self {
        case .requestBodyEncodeError: 0
        case .networkError: 1
        case .jsonDecodeError: 2
        case .receiptInvalid: 3
        case .noReceiptData: 4
        case .noRemoteData: 5
        }
    }

    /// The description, and the error underneath where there is one.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        userInfo[NSUnderlyingErrorKey] = underlying
        return userInfo
    }

    var underlying: (any Swift.Error)? {
        switch self {
        case .networkError(let error), .requestBodyEncodeError(let error): error
        case .noReceiptData, .noRemoteData, .jsonDecodeError, .receiptInvalid: nil
        }
    }
}

extension ReceiptError: LocalizedError {
    /// What happened, in English.
    public var errorDescription: String? { text }

    private var text: String {
        switch self {
        case .noReceiptData: "There is no receipt."
        case .noRemoteData: "The server that verifies receipts answered with nothing."
        case .requestBodyEncodeError(let error):
            "The receipt could not be put into a request: \(error.localizedDescription)"
        case .networkError(let error): "\(cause.summary): \(error.localizedDescription)"
        case .jsonDecodeError:
            "The server that verifies receipts answered with something else than JSON."
        case .receiptInvalid(_, let status):
            "The receipt was refused: \(statusCode?.description ?? status.description)."
        }
    }
}
