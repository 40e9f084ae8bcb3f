import StoreKit
import Testing

@Suite struct SKProductsRequestTests {
    @Test func `a request knows the identifiers it asks for`() {
        #expect(
            SKProductsRequest(productIdentifiers: ["a", "b"]).productIdentifiers == ["a", "b"]
        )
        #expect(SKProductsRequest().productIdentifiers.isEmpty)
    }

    @Test func `a delegate set with the narrow type is the one of the wide type`() {
        let request = SKProductsRequest(productIdentifiers: [])
        let delegate = ProductsDelegate()
        request.delegate = delegate
        #expect((request as SKRequest).delegate === delegate)
        #expect(request.delegate === delegate)
    }

    @Test func `a delegate set with the wide type is the one of the narrow type`() {
        let request = SKProductsRequest(productIdentifiers: [])
        let delegate = ProductsDelegate()
        (request as SKRequest).delegate = delegate
        #expect(request.delegate === delegate)
    }

    @Test func `a delegate that takes no products is none of the narrow type`() {
        let request = SKProductsRequest(productIdentifiers: [])
        let delegate = PlainDelegate()
        (request as SKRequest).delegate = delegate
        #expect(request.delegate == nil)
        #expect((request as SKRequest).delegate === delegate)
    }

    @Test func `a request does not keep its delegate alive`() {
        let request = SKProductsRequest(productIdentifiers: [])
        do {
            let delegate = ProductsDelegate()
            request.delegate = delegate
            #expect(request.delegate != nil)
        }
        #expect(request.delegate == nil)
        #expect((request as SKRequest).delegate == nil)
    }

    @Test func `a double answers its delegate when it is started`() {
        let request = RequestDouble(productIdentifiers: ["gold"])
        let delegate = ProductsDelegate()
        request.delegate = delegate
        request.start()
        request.cancel()
        #expect(delegate.calls == ["received ", "finished"])
        #expect(request.isCancelled)
    }
}

private final class PlainDelegate: NSObject, SKRequestDelegate {}

private final class ProductsDelegate: NSObject, SKProductsRequestDelegate {
    private(set) var calls: [String] = []

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        calls.append("received " + response.invalidProductIdentifiers.joined())
    }

    func requestDidFinish(_ request: SKRequest) { calls.append("finished") }
}

private final class RequestDouble: SKProductsRequest {
    private(set) var isCancelled = false

    override func start() {
        delegate?.productsRequest(self, didReceive: SKProductsResponse())
        delegate?.requestDidFinish?(self)
    }

    override func cancel() { isCancelled = true }
}
