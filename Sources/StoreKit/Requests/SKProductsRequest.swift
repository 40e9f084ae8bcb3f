/// A request for what the App Store says about products.
open class SKProductsRequest: SKRequest {
    package let productIdentifiers: Set<String>

    /// Makes a request for the products with these identifiers.
    public init(productIdentifiers: Set<String>) {
        self.productIdentifiers = productIdentifiers
        super.init()
    }

    /// Makes a request that names no product.
    public override init() {
        productIdentifiers = []
        super.init()
    }

    /// The object that gets the products; the request does not keep it alive.
    ///
    /// The same delegate as that of the ``SKRequest``, with a narrower type: nil if a delegate that takes no products
    /// was set through the wider one.
    open var delegate: (any SKProductsRequestDelegate)? {
        get { assignedDelegate as? any SKProductsRequestDelegate }
        set { assignedDelegate = newValue }
    }
}
