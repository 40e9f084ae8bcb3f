import Dispatch
import Foundation
package import LocalAppStore

/// A request for what the App Store says about products.
open class SKProductsRequest: SKRequest {
    private let productIdentifiers: Set<String>
    private let connection: StoreConnection
    private let attempts = RequestAttempts()

    /// Makes a request for the products with these identifiers.
    public init(productIdentifiers: Set<String>) {
        self.productIdentifiers = productIdentifiers
        connection = .shared
        super.init()
    }

    /// Makes a request that names no product.
    public override init() {
        productIdentifiers = []
        connection = .shared
        super.init()
    }

    /// Makes a request to one store, whichever the process uses.
    package init(productIdentifiers: Set<String>, store: Store) {
        self.productIdentifiers = productIdentifiers
        connection = StoreConnection(store: store)
        super.init()
    }

    /// The object that gets the products; the request does not keep it alive.
    ///
    /// The same delegate as that of the ``SKRequest``, with a narrower type: nil if a delegate that
    /// takes no products was set through the wider one.
    open var delegate: (any SKProductsRequestDelegate)? {
        get { assignedDelegate as? any SKProductsRequestDelegate }
        set { assignedDelegate = newValue }
    }

    /// Asks the store, which answers on the main queue with a response, or with an error, and never
    /// with both.
    open override func start() {
        let number = attempts.begin()
        let question = ProductsQuestion(productIdentifiers, to: connection)
        let request = Unchecked(value: self)
        DispatchQueue.global(qos: .userInitiated).async {
            let answer = Result { try question.ask() }
            DispatchQueue.main.async {
                request.value.deliver(answer, of: number)
            }
        }
    }

    /// Withdraws the question, after which the delegate hears nothing more.
    open override func cancel() {
        attempts.begin()
    }

    private func deliver(_ answer: Result<SKProductsResponse, any Error>, of number: Int) {
        guard attempts.isLast(number) else { return }
        switch answer {
        case .success(let response):
            delegate?.productsRequest(self, didReceive: response)
            assignedDelegate?.requestDidFinish(self)
        case .failure(let error):
            assignedDelegate?.request(self, didFailWithError: SKError.wrapping(error))
        }
    }
}
