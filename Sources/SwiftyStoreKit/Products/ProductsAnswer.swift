package import StoreKit

/// What the App Store said about the identifiers it was asked for.
package struct ProductsAnswer: Sendable {
    let products: [SKProduct]
    let invalidProductIds: [String]

    package init(products: [SKProduct], invalidProductIds: [String]) {
        self.products = products
        self.invalidProductIds = invalidProductIds
    }
}

/// Makes the request for some identifiers, which calls back at most once and on any thread.
package typealias ProductsRequestMaker =
    @Sendable (
        _ productIds: Set<String>,
        _ completion: @escaping @Sendable (Result<ProductsAnswer, any Error>) -> Void
    ) -> any InAppRequest & Sendable
