import Foundation
package import StoreKit

/// One request to StoreKit, which ends once.
// Unchecked because the only thing not Sendable is StoreKit's request, which may be started and
// cancelled from any thread.
package final class StoreKitRequest: NSObject, InAppRequest, SKProductsRequestDelegate,
    @unchecked Sendable
{
    /// The products, or nil from a request that ended without a response.
    private typealias End = Result<ProductsResponse?, any Error>

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
            // StoreKit should never finish without a response.
            let missing = SwiftyStoreKitError.productsRequestEndedWithoutAnswer
            completion(end.flatMap { $0.map(Result.success) ?? .failure(missing) })
        }
    }

    /// Wraps a refresh of the receipt; `completion` is called at most once, with the error or nil.
    package static func receiptRefresh(
        _ request: SKRequest,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) -> StoreKitRequest {
        StoreKitRequest(request) { end in
            if case .failure(let error) = end { completion(error) } else { completion(nil) }
        }
    }

    package func start() {
        request.start()
    }

    /// Ends the request without calling its completion.
    package func cancel() {
        _ = release()
    }

    package func productsRequest(
        _ request: SKProductsRequest,
        didReceive response: SKProductsResponse
    ) {
        let response = ProductsResponse(
            products: response.products,
            invalidProductIDs: response.invalidProductIdentifiers
        )
        release()?(.success(response))
    }

    package func request(_ request: SKRequest, didFailWithError error: any Error) {
        release()?(.failure(error))
    }

    package func requestDidFinish(_ request: SKRequest) {
        release()?(.success(nil))
    }

    /// Releases StoreKit's request, whose later messages are dropped; one that is left running
    /// causes a warning on iOS.
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
