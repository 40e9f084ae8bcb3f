public import Foundation
package import StoreKit

/// An error of a test session.
///
/// Its description names the problem, and the transaction, product or file.
public struct SKTestError: _BridgedStoredNSError {
    /// The wrapped error.
    public let _nsError: NSError

    /// Wraps an error of any domain.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain of the errors that test sessions throw.
    public static var errorDomain: String { SKTestErrorDomain }

    /// The domain of the errors that test sessions throw.
    public static var _nsErrorDomain: String { SKTestErrorDomain }

    /// The code, or ``Code/serviceUnavailable`` for a number without a name and for an error of
    /// another domain.
    ///
    /// The number itself is `errorCode`.
    public var code: Code {
        guard _nsError.domain == SKTestErrorDomain else { return .serviceUnavailable }
        return Code(rawValue: _nsError.code) ?? .serviceUnavailable
    }
}

extension SKTestError {
    /// The codes of a test session's errors.
    @nonexhaustive
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error that has the code.
        public typealias _ErrorType = SKTestError

        /// The session's store cannot be read or written.
        case serviceUnavailable = 0

        /// The configuration has no such product.
        case invalidProductIdentifier = 1

        /// The product is not of the type that the operation is for.
        case invalidProductType = 2

        /// The URL is not a file URL.
        case invalidURL = 3

        /// The configuration file doesn't exist.
        case fileNotFound = 4

        /// The customer has no active subscription to the product.
        case noSubscriptionFound = 5

        /// The transaction doesn't exist.
        case noTransactionFound = 6

        /// The transaction is not in the state that the operation requires, or the store refuses
        /// the purchase.
        case invalidAction = 7
    }

    /// The session's store cannot be read or written.
    public static var serviceUnavailable: Code { .serviceUnavailable }

    /// The configuration has no such product.
    public static var invalidProductIdentifier: Code { .invalidProductIdentifier }

    /// The product is not of the type that the operation is for.
    public static var invalidProductType: Code { .invalidProductType }

    /// The URL is not a file URL.
    public static var invalidURL: Code { .invalidURL }

    /// The configuration file doesn't exist.
    public static var fileNotFound: Code { .fileNotFound }

    /// The customer has no active subscription to the product.
    public static var noSubscriptionFound: Code { .noSubscriptionFound }

    /// The transaction doesn't exist.
    public static var noTransactionFound: Code { .noTransactionFound }

    /// The transaction is not in the state that the operation requires, or the store refuses the
    /// purchase.
    public static var invalidAction: Code { .invalidAction }
}

extension SKTestError: WrappingError {
    package static var unspecified: SKTestError { SKTestError(.serviceUnavailable) }
}

// The default implementation of Linux's Foundation calls `NSError.hash`, which recurses until the
// stack overflows.
extension SKTestError {
    /// Hashes the domain and the code of the error.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.domain)
        hasher.combine(_nsError.code)
    }

    /// The same hash for equal errors.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the errors that test sessions throw.
public let SKTestErrorDomain = "SKTestErrorDomain"
