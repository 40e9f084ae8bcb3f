public import Foundation

// Without this conformance an `NSError` cannot be cast to `SKError`, and `catch let error as
// NSError` ends the process when it meets a thrown `SKError`.
extension SKError: _ObjectiveCBridgeable {
    /// Gives the wrapped error, which `as NSError` shows.
    public func _bridgeToObjectiveC() -> NSError {
        _nsError
    }

    /// Wraps any error, as a cast that must succeed does.
    public static func _forceBridgeFromObjectiveC(
        _ source: NSError,
        result: inout SKError?
    ) {
        result = SKError(_nsError: source)
    }

    /// Wraps an error of StoreKit's domain and leaves any other alone.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout SKError?
    ) -> Bool {
        result = source.domain == SKErrorDomain ? SKError(_nsError: source) : nil
        return result != nil
    }

    /// Wraps an error, or reports an unknown one where there is none.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> SKError {
        source.map(SKError.init(_nsError:)) ?? SKError(.unknown)
    }
}
