import Foundation
package import StoreKit

/// One request to StoreKit for a new receipt file.
package final class ReceiptRefresh: NSObject, InAppRequest, SKRequestDelegate, Sendable {
    package typealias Completion = @Sendable ((any Error)?) -> Void
    /// Makes a request, which calls back at most once and on any thread: with the error, or nil
    /// when it is done.
    package typealias Maker = @Sendable (@escaping Completion) -> any InAppRequest

    private let pending: PendingRequest<(any Error)?>

    package init(request: SKRequest, completion: @escaping Completion) {
        pending = PendingRequest(request, completion: completion)
        super.init()
        request.delegate = self
    }

    /// Makes a request to Apple's StoreKit, without properties.
    @Sendable package static func make(
        _ completion: @escaping Completion
    ) -> any InAppRequest {
        ReceiptRefresh(
            request: SKReceiptRefreshRequest(receiptProperties: nil),
            completion: completion
        )
    }

    /// Starts the request.
    package func start() {
        pending.start()
    }

    /// Ends the request without a word.
    package func cancel() {
        pending.cancel()
    }

    /// Takes the end.
    package func requestDidFinish(_ request: SKRequest) {
        pending.end(nil)
    }

    /// Takes the failure.
    package func request(_ request: SKRequest, didFailWithError error: any Error) {
        pending.end(error)
    }
}
