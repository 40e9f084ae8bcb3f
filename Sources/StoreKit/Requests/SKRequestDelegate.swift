public import Foundation

/// An object that hears how a request ended.
///
/// Both methods are optional. They are called on the main queue.
public protocol SKRequestDelegate: NSObjectProtocol {
    /// Tells that the request was answered.
    ///
    /// For a ``SKProductsRequest`` it comes right after the response.
    func requestDidFinish(_ request: SKRequest)

    /// Tells that the request failed, after which nothing more comes.
    func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
    /// Does nothing: the method is optional.
    public func requestDidFinish(_ request: SKRequest) {}

    /// Does nothing: the method is optional.
    public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}
