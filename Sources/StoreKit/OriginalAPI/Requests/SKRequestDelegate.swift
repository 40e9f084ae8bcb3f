public import Foundation

/// An object that handles the end of a request.
///
/// Both methods are optional. They are called on the main queue.
public protocol SKRequestDelegate: NSObjectProtocol {
    /// Reports that the request succeeded.
    ///
    /// For a ``SKProductsRequest`` it is called right after the response is delivered.
    func requestDidFinish(_ request: SKRequest)

    /// Reports that the request failed; no other method is called after it.
    func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
    /// Does nothing: the method is optional.
    public func requestDidFinish(_ request: SKRequest) {}

    /// Does nothing: the method is optional.
    public func request(_ request: SKRequest, didFailWithError error: any Error) {}

    // Objective-C's optional methods are called with `?` or `!` after the name. Swift's protocols
    // have none, so properties with the methods' names take such calls.

    /// For calls written `delegate.requestDidFinish?(request)`; never nil.
    @_disfavoredOverload
    public var requestDidFinish: ((SKRequest) -> Void)? {
        { request in self.requestDidFinish(request) }
    }

    /// For calls written `delegate.request?(request, didFailWithError: error)`; never nil.
    @_disfavoredOverload
    public var request: _SKRequestDelegateCall? { _SKRequestDelegateCall(delegate: self) }
}

/// A call of ``SKRequestDelegate`` in the form of an optional method's.
public struct _SKRequestDelegateCall {
    let delegate: any SKRequestDelegate

    /// Calls the delegate's method of the same name and parameters.
    public func callAsFunction(_ request: SKRequest, didFailWithError error: any Error) {
        delegate.request(request, didFailWithError: error)
    }
}
