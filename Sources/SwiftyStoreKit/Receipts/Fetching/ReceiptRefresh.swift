import Foundation
package import StoreKit

/// One request to StoreKit for a new receipt file.
// Unchecked because the only thing not Sendable is StoreKit's request, which may be started and
// cancelled from any thread.
package final class ReceiptRefresh: NSObject, InAppRequest, SKRequestDelegate, @unchecked Sendable {
    package typealias Completion = @Sendable ((any Error)?) -> Void
    /// Makes a request, which calls back at most once and on any thread: with the error, or nil when it is done.
    package typealias Maker = @Sendable (@escaping Completion) -> any InAppRequest & Sendable

    private let request: SKRequest
    private let completion: Locked<Completion?>

    package init(request: SKRequest, completion: @escaping Completion) {
        self.request = request
        self.completion = Locked(completion)
        super.init()
        request.delegate = self
    }

    /// Makes a request to Apple's StoreKit, without properties.
    @Sendable package static func make(
        _ completion: @escaping Completion
    ) -> any InAppRequest & Sendable {
        ReceiptRefresh(
            request: SKReceiptRefreshRequest(receiptProperties: nil),
            completion: completion
        )
    }

    /// Starts the request.
    package func start() {
        request.start()
    }

    /// Ends the request without a word.
    package func cancel() {
        release(takeCompletion())
    }

    /// Takes the end.
    package func requestDidFinish(_ request: SKRequest) {
        end(nil)
    }

    /// Takes the failure.
    package func request(_ request: SKRequest, didFailWithError error: any Error) {
        end(error)
    }

    private func end(_ error: (any Error)?) {
        let completion = takeCompletion()
        release(completion)
        completion?(error)
    }

    private func takeCompletion() -> Completion? {
        completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
    }

    /// Lets StoreKit's request go; one that is kept running draws a warning on iOS.
    private func release(_ completion: Completion?) {
        guard completion != nil else { return }
        request.delegate = nil
        request.cancel()
    }
}
