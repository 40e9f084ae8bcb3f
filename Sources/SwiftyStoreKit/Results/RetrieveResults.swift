public import StoreKit

/// The result of a request for products.
public struct RetrieveResults: Sendable {
    /// The products the App Store knows and sells in the customer's storefront.
    public let retrievedProducts: Set<SKProduct>
    /// The identifiers the App Store does not know or does not sell.
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
}
