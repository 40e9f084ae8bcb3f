public import StoreKit

/// The result of a request for products.
public struct RetrieveResults: Sendable {
    /// The products that the App Store sells in the customer's storefront.
    public let retrievedProducts: Set<SKProduct>
    /// The identifiers that are unknown to the App Store or not for sale.
    public let invalidProductIDs: Set<String>
    /// The reason why no products were loaded; both sets are empty then.
    public let error: (any Error)?

    /// Creates a result, for example in a test.
    public init(
        retrievedProducts: Set<SKProduct>,
        invalidProductIDs: Set<String>,
        error: (any Error)?
    ) {
        self.retrievedProducts = retrievedProducts
        self.invalidProductIDs = invalidProductIDs
        self.error = error
    }

    init(_ result: Result<ProductsResponse, any Error>, cached: [SKProduct]) {
        switch result {
        case .success(let response):
            self = .found(cached + response.products, invalid: response.invalidProductIDs)
        case .failure(let error): self = .failed(error)
        }
    }

    static func found(_ products: [SKProduct], invalid: [String] = []) -> RetrieveResults {
        RetrieveResults(
            retrievedProducts: Set(products),
            invalidProductIDs: Set(invalid),
            error: nil
        )
    }

    static func failed(_ error: any Error) -> RetrieveResults {
        RetrieveResults(retrievedProducts: [], invalidProductIDs: [], error: error)
    }
}
