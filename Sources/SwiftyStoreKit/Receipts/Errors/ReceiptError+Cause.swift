import Foundation
import StoreKit

extension ReceiptError {
    /// What lies behind an error, where the remedies differ.
    public enum Cause: Sendable, CaseIterable {
        /// The customer or the app gave up; say nothing.
        case cancelled
        /// The customer is not signed in to the App Store, or may not use it.
        case signIn
        /// No connection, or it broke; try again later.
        case network
        /// The server at the other end did not prove that it is Apple's; somebody may listen.
        case untrustedServer
        /// The server is in trouble; try again later.
        case server
        /// The receipt is missing, or the server refused it.
        case receipt
        /// Something else.
        case other
    }

    /// What lies behind this error.
    ///
    /// StoreKit tells little about a refresh that failed: a customer who cancels the sign-in may be
    /// reported as a connection that failed.
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

    var summary: String {
        switch self {
        case .cancelled: "The receipt was not fetched"
        case .signIn: "The receipt needs a customer who is signed in"
        case .untrustedServer: "The server that verifies receipts is not trusted"
        case .network, .server, .receipt, .other: "The App Store could not be asked"
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

    // The numbers 16 and 100 are what StoreKit sends on a refresh that the customer cancelled and
    // without an account.
    private static func cause(_ error: NSError) -> Self {
        switch (error.domain, error.code) {
        case (NSURLErrorDomain, let code): cause(urlCode: URLError.Code(rawValue: code))
        case ("SSErrorDomain", 16), (NSCocoaErrorDomain, NSUserCancelledError): .cancelled
        case ("SSErrorDomain", 100), ("AMSErrorDomain", 100): .signIn
        case ("SSErrorDomain", 110): .network
        default: underlying(error)
        }
    }

    private static func underlying(_ error: NSError) -> Self {
        guard let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError, inner !== error else {
            return .other
        }
        return (inner as? SKError).map { cause($0.code) } ?? cause(inner)
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
