import Foundation

/// The App Store's response to a ``SKProductsRequest``.
open class SKProductsResponse: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; only the initializers and key-value coding
    // set these, and that must not be used on an object that is shared between threads.
    private var storedProducts: [SKProduct] = []
    private var storedInvalidProductIdentifiers: [String] = []

    /// Makes an empty response.
    public override init() {
        super.init()
    }

    /// The products of the identifiers that the store sells, in the store's order.
    open var products: [SKProduct] { storedProducts }

    /// The identifiers that are unknown to the store or not for sale.
    open var invalidProductIdentifiers: [String] { storedInvalidProductIdentifiers }

    override func codedProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "products": CodedProperty(self.products, set: { self.storedProducts = $0 })
        case "invalidProductIdentifiers":
            CodedProperty(
                self.invalidProductIdentifiers,
                set: { self.storedInvalidProductIdentifiers = $0 }
            )
        default: nil
        }
    }

    package convenience init(products: [SKProduct], invalidProductIdentifiers: [String]) {
        self.init()
        storedProducts = products
        storedInvalidProductIdentifiers = invalidProductIdentifiers
    }
}
