public import Foundation

/// An error of the App Store or of StoreKit.
///
/// It wraps an `NSError` and keeps its number and its user info, which may hold the true cause
/// under `NSUnderlyingErrorKey`.
public struct SKError: _BridgedStoredNSError {
    /// The wrapped error.
    public let _nsError: NSError

    /// Wraps an error of any domain.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// The domain of the errors that StoreKit reports.
    public static var errorDomain: String { SKErrorDomain }

    /// The domain of the errors that StoreKit reports.
    public static var _nsErrorDomain: String { SKErrorDomain }

    /// What went wrong, or ``Code/unknown`` for a number without a name and for an error of another
    /// domain.
    ///
    /// The number itself is `errorCode`.
    public var code: Code {
        guard _nsError.domain == SKErrorDomain else { return .unknown }
        return Code(rawValue: _nsError.code) ?? .unknown
    }
}
