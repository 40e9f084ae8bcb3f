import Foundation
package import StoreKit

/// One request to StoreKit, which ends once.
// Unchecked because the only thing not Sendable is StoreKit's request, which may be started and
// cancelled from any thread.
package final class StoreKitRequest: NSObject, InAppRequest, SKProductsRequestDelegate,
    @unchecked Sendable
{
    /// The end of a request: with products, without an error, or with one.
    private enum End: Sendable {
        case products(ProductsResponse)
        case finished
        case failed(any Error)
    }

    private let request: SKRequest
    private let completion: Locked<(@Sendable (End) -> Void)?>

    private init(_ request: SKRequest, completion: @escaping @Sendable (End) -> Void) {
        self.request = request
        self.completion = Locked(completion)
        super.init()
        request.delegate = self
    }

    /// Wraps a request for products; `completion` is called at most once.
    package static func products(
        _ request: SKProductsRequest,
        completion: @escaping ProductsResponse.Completion
    ) -> StoreKitRequest {
        StoreKitRequest(request) { end in
            switch end {
            case .products(let response): completion(.success(response))
            // StoreKit should never finish without a response.
            case .finished:
                completion(.failure(SwiftyStoreKitError.productsRequestEndedWithoutAnswer))
            case .failed(let error): completion(.failure(error))
            }
        }
    }

    /// Wraps a refresh of the receipt; `completion` is called at most once, with the error or nil.
    package static func receiptRefresh(
        _ request: SKRequest,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) -> StoreKitRequest {
        StoreKitRequest(request) { end in
            if case .failed(let error) = end { completion(error) } else { completion(nil) }
        }
    }

    /// Starts the request.
    package func start() {
        request.start()
    }

    /// Ends the request without calling its completion.
    package func cancel() {
        _ = release()
    }

    /// Receives the products.
    package func productsRequest(
        _ request: SKProductsRequest,
        didReceive response: SKProductsResponse
    ) {
        let response = ProductsResponse(
            products: response.products,
            invalidProductIDs: response.invalidProductIdentifiers
        )
        end(.products(response))
    }

    /// Receives the failure.
    package func request(_ request: SKRequest, didFailWithError error: any Error) {
        end(.failed(error))
    }

    /// Receives the end.
    package func requestDidFinish(_ request: SKRequest) {
        end(.finished)
    }

    /// Ends the request; later messages are dropped.
    private func end(_ end: End) {
        release()?(end)
    }

    /// Releases StoreKit's request; one that is left running causes a warning on iOS.
    private func release() -> (@Sendable (End) -> Void)? {
        guard let completion = completion.exchange(nil) else { return nil }
        request.delegate = nil
        request.cancel()
        return completion
    }
}

/// The response of the App Store for product identifiers.
package struct ProductsResponse: Sendable {
    package typealias Completion = @Sendable (Result<ProductsResponse, any Error>) -> Void

    /// Makes the request for product identifiers, which calls back at most once and on any thread.
    package typealias RequestMaker =
        @Sendable (_ productIDs: Set<String>, _ completion: @escaping Completion)
        -> any InAppRequest

    let products: [SKProduct]
    let invalidProductIDs: [String]
    // Read before any lock is taken, because StoreKit's properties can be overridden.
    let productsByID: [String: SKProduct]

    package init(products: [SKProduct], invalidProductIDs: [String]) {
        self.products = products
        self.invalidProductIDs = invalidProductIDs
        let pairs = products.map { ($0.productIdentifier, $0) }
        productsByID = Dictionary(pairs) { _, last in last }
    }
}
