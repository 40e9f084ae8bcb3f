public import Foundation
import StoreKit

// Unchecked because a `ReceiptInfo` holds decoded JSON, which doesn't change.
/// The reason why a receipt is missing or not valid.
///
/// As an `NSError` its code is ``errorCode``, which does not change between releases. Choose the
/// app's response by ``cause``.
public enum ReceiptError: Swift.Error, @unchecked Sendable {
    /// The receipt is missing, even after it was refreshed; code 4.
    case noReceiptData
    /// The response of the server is empty; code 5.
    case noRemoteData
    /// The request could not be put into JSON; code 0.
    case requestBodyEncodeError(error: any Swift.Error)
    /// The receipt could not be refreshed, or the request to the server failed; code 1.
    ///
    /// The error is StoreKit's or Foundation's, a ``ReceiptServerError``, or a
    /// ``SwiftyStoreKitError``.
    case networkError(error: any Swift.Error)
    /// The response is not JSON; code 2.
    case jsonDecodeError(string: String?)
    /// The status of the response is not that of a valid receipt, see ``statusCode``; code 3.
    case receiptInvalid(receipt: ReceiptInfo, status: ReceiptStatus)
}

extension ReceiptError: CustomNSError, LocalizedError, CustomDebugStringConvertible {
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

    /// The problem, for customers, in English.
    public var errorDescription: String? { cause.words }

    /// The description for customers, the one for developers, and the underlying error if there is
    /// one.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: cause.words, NSDebugDescriptionErrorKey: debugDescription,
        ]
        userInfo[NSUnderlyingErrorKey] = underlying
        return userInfo
    }

    var underlying: (any Swift.Error)? {
        switch self {
        case .networkError(let error), .requestBodyEncodeError(let error): error
        case .noReceiptData, .noRemoteData, .jsonDecodeError, .receiptInvalid: nil
        }
    }

    /// The problem, for developers.
    public var debugDescription: String {
        switch self {
        case .noReceiptData: "There is no receipt."
        case .noRemoteData: "The verification server sent an empty response."
        case .requestBodyEncodeError(let error):
            "The request could not be encoded: \(String(reflecting: error))"
        case .networkError(let error): "\(cause.summary): \(String(reflecting: error))"
        case .jsonDecodeError:
            "The response of the verification server is not JSON."
        case .receiptInvalid(let receipt, let status):
            "The receipt was refused: "
                + [statusCode?.description ?? status.description, receipt["exception"] as? String]
                .compactMap(\.self).joined(separator: ". ")
        }
    }
}

extension ReceiptError {
    /// The cause of an error, as far as the remedies differ.
    public enum Cause: Sendable, CaseIterable {
        /// The customer or the app cancelled; show nothing.
        case cancelled
        /// The customer is not signed in to the App Store, or may not use it.
        case signIn
        /// No connection, or it broke; try again later.
        case network
        /// The server did not prove that it is Apple's; the connection may be intercepted.
        case untrustedServer
        /// The server has a problem; try again later.
        case server
        /// The receipt is missing, or the server refused it.
        case receipt
        /// Something else.
        case other
    }

    /// The cause of this error.
    ///
    /// StoreKit may report a customer who cancels the sign-in of a refresh as a connection that
    /// failed.
    public var cause: Cause {
        switch self {
        case .noReceiptData: .receipt
        case .noRemoteData, .jsonDecodeError: .server
        case .requestBodyEncodeError: .other
        case .receiptInvalid: statusCode?.isTemporary == true ? .server : .receipt
        case .networkError(let error): Cause(error)
        }
    }
}

extension ReceiptError.Cause {
    init(_ error: any Error) {
        switch error {
        case is CancellationError, SwiftyStoreKitError.receiptRefreshCancelled: self = .cancelled
        case is ReceiptServerError: self = .server
        case let error as SKError: self = Self.cause(error.code)
        default: self = Self.cause(error as NSError)
        }
    }

    fileprivate var words: String {
        switch self {
        case .cancelled: "The request was cancelled."
        case .signIn: "Sign in to the App Store to verify your purchases."
        case .network: "The App Store could not be reached."
        case .untrustedServer: "There is no secure connection to the App Store."
        case .server: "The App Store is temporarily unavailable."
        case .receipt, .other: "Your purchases could not be verified."
        }
    }

    fileprivate var summary: String {
        switch self {
        case .cancelled: "The receipt was not fetched"
        case .signIn: "The receipt requires signing in to the App Store"
        case .untrustedServer: "The verification server is not trusted"
        case .network, .server, .receipt, .other: "The App Store could not be reached"
        }
    }

    private static func cause(_ code: SKError.Code) -> Self {
        switch code {
        case .paymentCancelled: .cancelled
        case .clientInvalid, .paymentNotAllowed, .cloudServicePermissionDenied,
            .cloudServiceRevoked:
            .signIn
        case .cloudServiceNetworkConnectionFailed: .network
        default: .other
        }
    }

    // StoreKit sends the number 16 for a refresh that the customer cancelled, and 100 for one
    // without an account.
    private static func cause(_ error: NSError) -> Self {
        switch (error.domain, error.code) {
        case (NSURLErrorDomain, let code): cause(urlCode: URLError.Code(rawValue: code))
        case ("SSErrorDomain", 16), (NSCocoaErrorDomain, NSUserCancelledError): .cancelled
        case ("SSErrorDomain", 100), ("AMSErrorDomain", 100): .signIn
        case ("SSErrorDomain", 110): .network
        default:
            (error.userInfo[NSUnderlyingErrorKey] as? NSError)
                .flatMap { $0 === error ? nil : Self($0) } ?? .other
        }
    }

    private static func cause(urlCode: URLError.Code?) -> Self {
        guard let urlCode else { return .network }
        return switch urlCode {
        case .cancelled, .userCancelledAuthentication: .cancelled
        case .userAuthenticationRequired: .signIn
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired:
            .untrustedServer
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData: .server
        default: .network
        }
    }
}

/// An error of the server that verifies receipts.
public enum ReceiptServerError: LocalizedError, Equatable, Sendable {
    /// The status of HTTP is outside of 200 to 299, and the response has no status of the receipt.
    case httpStatus(Int)

    /// The problem, for customers, in English.
    public var errorDescription: String? { "The App Store is temporarily unavailable." }
}
