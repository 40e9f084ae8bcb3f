package import Foundation

/// An error that casts to `NSError` and back without loss.
///
/// The runtime on Linux ends the process at `catch let error as NSError` unless the thrown type is
/// `_ObjectiveCBridgeable`.
package protocol BridgedError: LocalizedError, CustomNSError, _ObjectiveCBridgeable
where _ObjectiveCType == NSError {
    /// The error behind this one, for `NSUnderlyingErrorKey`; nil without one.
    var cause: (any Error)? { get }

    /// The error for a bridge that has nothing to convert.
    static var unspecified: Self { get }

    /// Makes the error of a code and of the user info that ``errorUserInfo`` gave; nil for an
    /// unknown code.
    init?(code: Int, userInfo: [String: Any])
}

extension BridgedError {
    package var cause: (any Error)? { nil }

    /// The descriptions of the error and the error behind it.
    ///
    /// Linux's Foundation ignores the descriptions of a `LocalizedError` that is a `CustomNSError`
    /// unless they are here, too.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [:]
        userInfo[NSLocalizedDescriptionKey] = errorDescription
        userInfo[NSLocalizedFailureReasonErrorKey] = failureReason
        userInfo[NSLocalizedRecoverySuggestionErrorKey] = recoverySuggestion
        userInfo[NSUnderlyingErrorKey] = cause
        userInfo[NSDebugDescriptionErrorKey] = cause?.explanation
        return userInfo
    }

    /// The error with its descriptions, the result of `as NSError`.
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Converts an error as a conditional cast does.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Converts an error of this domain with a known code; any other is not converted.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout Self?
    ) -> Bool {
        let isOwn = source.domain == errorDomain
        result = isOwn ? Self(code: source.code, userInfo: source.userInfo) : nil
        return result != nil
    }

    /// Converts an error; others become an unspecified one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        var result: Self?
        if let source {
            _forceBridgeFromObjectiveC(source, result: &result)
        }
        return result ?? unspecified
    }
}

/// A bridged error whose cases have no values; the position of a case is its code.
package protocol ListedError: BridgedError, Equatable {
    /// All cases in the order of their declaration.
    static var inOrder: [Self] { get }
}

extension ListedError {
    package init?(code: Int, userInfo: [String: Any]) {
        guard Self.inOrder.indices.contains(code) else { return nil }
        self = Self.inOrder[code]
    }

    /// The position of the case.
    package var position: Int { Self.inOrder.firstIndex(of: self) ?? 0 }
}

/// An error around an `NSError`, to which it casts and back without loss.
package protocol WrappingError: _BridgedStoredNSError, _ObjectiveCBridgeable
where _ObjectiveCType == NSError {
    /// The error for a bridge that has nothing to convert.
    static var unspecified: Self { get }
}

extension WrappingError {
    /// Returns the wrapped error, the result of `as NSError`.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Wraps any error, as a cast that must succeed does.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        result = Self(_nsError: source)
    }

    /// Wraps an error of this domain; any other is not converted.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout Self?
    ) -> Bool {
        result = source.domain == _nsErrorDomain ? Self(_nsError: source) : nil
        return result != nil
    }

    /// Wraps an error; `nil` becomes an unspecified one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        source.map(Self.init(_nsError:)) ?? unspecified
    }
}
