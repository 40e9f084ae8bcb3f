import Foundation

/// A failure that a test simulates in the calls of StoreKit 2.
///
/// The types in ``SKTestFailures`` are the only ones.
public protocol SKTestFailure: Equatable, Sendable {
    /// Makes the failure of an error; `nil` for an error that the calls do not throw.
    init?(_fromErrorCode code: _SKTestFailureCode)

    /// The error that the calls throw.
    var _errorCode: _SKTestFailureCode { get }
}

extension SKTestFailure {
    /// Whether two failures are the same case with the same error, by the domains and codes of the
    /// error and its underlying errors.
    public static func == (first: Self, second: Self) -> Bool {
        first._errorCode == second._errorCode
    }
}

/// The error of a simulated failure.
public struct _SKTestFailureCode: Equatable, Sendable {
    let error: any Error

    init(_ error: any Error) {
        self.error = error
    }

    /// Whether two errors and their underlying errors have the same domains and codes.
    public static func == (first: _SKTestFailureCode, second: _SKTestFailureCode) -> Bool {
        first.codes == second.codes
    }

    /// The domains and codes of the error and its underlying errors.
    private var codes: [String] {
        let errors = sequence(first: error) {
            ($0 as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        }
        return errors.map { "\(($0 as NSError).domain) \(($0 as NSError).code)" }
    }
}

/// A failure that is made of the error that the calls throw, and back.
protocol StoreKitFailure: SKTestFailure {
    /// Makes the failure of an error; `nil` for an error that the calls do not throw.
    init?(_ error: any Error)

    /// The error that the calls throw.
    var error: any Error { get }
}

extension StoreKitFailure {
    /// Makes the failure of an error; `nil` for an error that the calls do not throw.
    public init?(_fromErrorCode code: _SKTestFailureCode) {
        self.init(code.error)
    }

    /// The error that the calls throw.
    public var _errorCode: _SKTestFailureCode { _SKTestFailureCode(error) }
}
