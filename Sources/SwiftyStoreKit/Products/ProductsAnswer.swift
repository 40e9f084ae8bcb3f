package import StoreKit

/// What the App Store said about the identifiers it was asked for.
package struct ProductsAnswer: Sendable {
    let products: [SKProduct]
    let invalidProductIds: [String]
    // Read before any lock is taken, because StoreKit's properties can be overridden.
    let byIdentifier: [String: SKProduct]

    package init(products: [SKProduct], invalidProductIds: [String]) {
        self.products = products
        self.invalidProductIds = invalidProductIds
        let named = products.map { ($0.productIdentifier, $0) }
        byIdentifier = Dictionary(named) { _, last in last }
    }
}

/// Makes the request for some identifiers, which calls back at most once and on any thread.
package typealias ProductsRequestMaker =
    @Sendable (
        _ productIds: Set<String>,
        _ completion: @escaping @Sendable (Result<ProductsAnswer, any Error>) -> Void
    ) -> any InAppRequest
