import Foundation
package import StoreKit

/// One request to StoreKit.
// Unchecked because the only thing not Sendable is StoreKit's request, which may be started and
// cancelled from any thread.
package final class ProductsQuery: NSObject, InAppRequest, SKProductsRequestDelegate,
    @unchecked Sendable
{
    package typealias Completion = @Sendable (Result<ProductsAnswer, any Error>) -> Void

    private let request: SKProductsRequest
    private let completion: Locked<Completion?>

    init(request: SKProductsRequest, completion: @escaping Completion) {
        self.request = request
        self.completion = Locked(completion)
        super.init()
        request.delegate = self
    }

    /// Makes a request to Apple's StoreKit.
    @Sendable package static func make(
        _ productIds: Set<String>,
        _ completion: @escaping Completion
    ) -> any InAppRequest & Sendable {
        ProductsQuery(
            request: SKProductsRequest(productIdentifiers: productIds),
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

    /// Takes the answer.
    package func productsRequest(
        _ request: SKProductsRequest,
        didReceive response: SKProductsResponse
    ) {
        let answer = ProductsAnswer(
            products: response.products,
            invalidProductIds: response.invalidProductIdentifiers
        )
        end(.success(answer))
    }

    /// Takes the failure.
    package func request(_ request: SKRequest, didFailWithError error: any Error) {
        end(.failure(error))
    }

    /// Takes an end without an answer, which StoreKit should never send.
    package func requestDidFinish(_ request: SKRequest) {
        end(.failure(SwiftyStoreKitError.productsRequestEndedWithoutAnswer))
    }

    private func end(_ result: Result<ProductsAnswer, any Error>) {
        let completion = takeCompletion()
        release(completion)
        completion?(result)
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
