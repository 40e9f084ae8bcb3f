public import Foundation

/// The App Store's response to a ``SKProductsRequest``.
open class SKProductsResponse: NSObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; only the initializers set these.
    private var storedProducts: [SKProduct] = []
    private var storedInvalidProductIdentifiers: [String] = []

    /// Makes an empty response.
    public override init() {
        super.init()
    }

    /// A product for each identifier that the store knows, in the store's order.
    open var products: [SKProduct] { storedProducts }

    /// The identifiers that the store does not know or does not sell.
    open var invalidProductIdentifiers: [String] { storedInvalidProductIdentifiers }

    package convenience init(products: [SKProduct], invalidProductIdentifiers: [String]) {
        self.init()
        storedProducts = products
        storedInvalidProductIdentifiers = invalidProductIdentifiers
    }
}
