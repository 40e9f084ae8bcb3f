import LocalAppStore

/// What a products request asks the store.
struct ProductsQuestion: Sendable {
    private let identifiers: Set<String>
    private let connection: StoreConnection

    init(_ identifiers: Set<String>, to connection: StoreConnection) {
        self.identifiers = identifiers
        self.connection = connection
    }

    /// The products, in the catalog's order, and the identifiers it does not know, in the
    /// alphabet's.
    func ask() throws -> SKProductsResponse {
        let store = try connection.store()
        let settings = try store.settings
        let found = store.catalog.products.filter { identifiers.contains($0.id) }
        return SKProductsResponse(
            products: found.map { SKProduct($0, settings: settings) },
            invalidProductIdentifiers: identifiers.subtracting(found.map(\.id)).sorted()
        )
    }
}
