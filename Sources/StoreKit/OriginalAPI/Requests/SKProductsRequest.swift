import Foundation
package import LocalAppStore

/// A request for the App Store's information about products.
open class SKProductsRequest: SKRequest {
    private let productIdentifiers: Set<String>

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

    /// Makes a request to one store, regardless of the store in use.
    package init(productIdentifiers: Set<String>, store: Store) {
        self.productIdentifiers = productIdentifiers
        super.init(store: store)
    }

    /// The object that receives the products; the request does not keep it alive.
    ///
    /// The delegate of the ``SKRequest`` with a narrower type: nil if a delegate that takes no
    /// products was set through the wider one.
    open var delegate: (any SKProductsRequestDelegate)? {
        get { assignedDelegate as? any SKProductsRequestDelegate }
        set { assignedDelegate = newValue }
    }

    /// Sends the request to the store.
    ///
    /// The delegate receives a response or an error, on the main queue, and never both.
    open override func start() {
        run(
            .productRequest,
            of: productIdentifiers.sorted().joined(separator: ", "),
            failingWith: \.productRequestError,
            { [productIdentifiers] connection, opened, failure in
                let store = try connection.store(asOf: opened)
                let response = try store.response(for: productIdentifiers, failing: failure)
                connection.diagnostics.report(
                    unknownProducts: response?.invalidProductIdentifiers ?? [],
                    of: store.catalog
                )
                return response
            }
        ) { response in
            guard let response else { return }
            self.delegate?.productsRequest(self, didReceive: response)
        }
    }

    /// Cancels the request, after which the delegate is not called.
    open override func cancel() {
        cancelRun()
    }
}

extension Store {
    /// The products in the catalog's order, and the unknown identifiers in alphabetical order.
    ///
    /// A failure may leave nothing of the response, or no response.
    fileprivate func response(
        for identifiers: Set<String>,
        failing failure: FaultPlan.Failure?
    ) throws -> SKProductsResponse? {
        if failure == .noAnswer { return nil }
        if failure == .emptyAnswer || faults.hidesProducts { return SKProductsResponse() }
        let settings = try settings
        let found = catalog.products.filter { identifiers.contains($0.id) }
        return SKProductsResponse(
            products: found.map { SKProduct($0, settings: settings) },
            invalidProductIdentifiers: identifiers.subtracting(found.map(\.id)).sorted()
        )
    }
}

/// An object that receives the products that it requested.
public protocol SKProductsRequestDelegate: SKRequestDelegate {
    /// Delivers the response, on the main queue, right before `requestDidFinish(_:)`.
    func productsRequest(
        _ request: SKProductsRequest,
        didReceive response: SKProductsResponse
    )
}

/// The App Store's response to a ``SKProductsRequest``.
open class SKProductsResponse: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only initializers and key-value coding set
    // the properties, and that must not be used on an object that is shared between threads.

    /// Makes an empty response.
    public override init() {
        super.init()
    }

    /// The products of the identifiers that the store sells, in the store's order.
    open private(set) var products: [SKProduct] = []

    /// The identifiers that are unknown to the store or not for sale.
    open private(set) var invalidProductIdentifiers: [String] = []

    override class var codedProperties: [String: CodedProperty] {
        [
            "products": .init(\SKProductsResponse.products),
            "invalidProductIdentifiers": .init(\SKProductsResponse.invalidProductIdentifiers),
        ]
    }

    package convenience init(products: [SKProduct], invalidProductIdentifiers: [String]) {
        self.init()
        self.products = products
        self.invalidProductIdentifiers = invalidProductIdentifiers
    }
}
