/// The entitlements of an app's products.
package struct ProductCatalog: Hashable, Sendable {
    /// The version of the names, for readers.
    package var version: Int
    /// The name of the entitlement for each product identifier.
    package var names: [String: String]
    /// The duration of a non-renewing subscription in milliseconds, for each product identifier.
    package var durations: [String: Milliseconds]

    package init(
        version: Int = 0,
        names: [String: String] = [:],
        durations: [String: Milliseconds] = [:]
    ) {
        self.version = version
        self.names = names
        self.durations = durations
    }

    /// The name of a product's entitlement: the configured one, or else the product identifier.
    package func name(of productID: String) -> String { names[productID] ?? productID }
}
