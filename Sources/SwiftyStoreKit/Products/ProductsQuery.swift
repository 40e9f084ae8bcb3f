import Foundation
package import StoreKit

/// One request to StoreKit.
package final class ProductsQuery: NSObject, InAppRequest, SKProductsRequestDelegate, Sendable {
    package typealias Completion = @Sendable (Result<ProductsAnswer, any Error>) -> Void

    private let pending: PendingRequest<Result<ProductsAnswer, any Error>>

    init(request: SKProductsRequest, completion: @escaping Completion) {
        pending = PendingRequest(request, completion: completion)
        super.init()
        request.delegate = self
    }

    /// Makes a request to Apple's StoreKit.
    @Sendable package static func make(
        _ productIds: Set<String>,
        _ completion: @escaping Completion
    ) -> any InAppRequest {
        ProductsQuery(
            request: SKProductsRequest(productIdentifiers: productIds),
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

    /// Takes the answer.
    package func productsRequest(
        _ request: SKProductsRequest,
        didReceive response: SKProductsResponse
    ) {
        let answer = ProductsAnswer(
            products: response.products,
            invalidProductIds: response.invalidProductIdentifiers
        )
        pending.end(.success(answer))
    }

    /// Takes the failure.
    package func request(_ request: SKRequest, didFailWithError error: any Error) {
        pending.end(.failure(error))
    }

    /// Takes an end without an answer, which StoreKit should never send.
    package func requestDidFinish(_ request: SKRequest) {
        pending.end(.failure(SwiftyStoreKitError.productsRequestEndedWithoutAnswer))
    }
}
