// Objective-C's optional methods are called with `?` or `!` between name and arguments. A pure
// Swift protocol has none, so that a property of the method's name takes such a call.
extension SKRequestDelegate {
    /// The method `requestDidFinish(_:)` for callers that write
    /// `delegate.requestDidFinish?(request)`; never nil.
    @_disfavoredOverload
    public var requestDidFinish: ((SKRequest) -> Void)? {
        { request in self.requestDidFinish(request) }
    }

    /// The method for callers that write `delegate.request?(request, didFailWithError: error)`;
    /// never nil.
    @_disfavoredOverload
    public var request: _SKRequestDelegateCall? { _SKRequestDelegateCall(delegate: self) }
}

/// A call of ``SKRequestDelegate`` that is written as one of an optional method.
public struct _SKRequestDelegateCall {
    let delegate: any SKRequestDelegate

    /// Tells the delegate that the request failed.
    public func callAsFunction(_ request: SKRequest, didFailWithError error: any Error) {
        delegate.request(request, didFailWithError: error)
    }
}
