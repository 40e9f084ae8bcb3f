import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct StoreKitRequestTests {
    @Test func `a request returns StoreKit's response`() throws {
        let test = ProductsRequestTest()
        test.request.start()
        #expect(test.storeKitRequest.calls.all == ["start"])
        test.request.productsRequest(test.storeKitRequest, didReceive: TestResponse())
        let response = try #require(try test.results.last?.get())
        #expect(response.products.map(\.productIdentifier) == ["coins"])
        #expect(response.invalidProductIDs == ["nothing"])
    }

    @Test func `an ended request releases StoreKit's request`() {
        let test = ProductsRequestTest()
        #expect(test.storeKitRequest.delegate === test.request)
        test.request.productsRequest(test.storeKitRequest, didReceive: TestResponse())
        #expect(test.storeKitRequest.delegate == nil)
        #expect(test.storeKitRequest.calls.all == ["cancel"])
    }

    @Test func `a request ends once`() throws {
        let test = ProductsRequestTest()
        test.request.request(test.storeKitRequest, didFailWithError: URLError(.timedOut))
        test.request.requestDidFinish(test.storeKitRequest)
        test.request.productsRequest(test.storeKitRequest, didReceive: TestResponse())
        #expect(test.results.count == 1)
        #expect(throws: URLError.self) { try test.results.last?.get() }
    }

    @Test func `a cancelled request does not call back`() {
        let test = ProductsRequestTest()
        test.request.cancel()
        test.request.productsRequest(test.storeKitRequest, didReceive: TestResponse())
        #expect(test.results.count == 0)
        #expect(test.storeKitRequest.calls.all == ["cancel"])
    }

    @Test func `an end without a response is an error`() {
        let test = ProductsRequestTest()
        test.request.requestDidFinish(test.storeKitRequest)
        #expect(throws: SwiftyStoreKitError.productsRequestEndedWithoutAnswer) {
            try test.results.last?.get()
        }
    }
}

private struct ProductsRequestTest {
    let storeKitRequest = TestProductsRequest(productIdentifiers: ["coins", "nothing"])
    let results = Recorder<Result<ProductsResponse, any Error>>()
    let request: StoreKitRequest

    init() {
        let results = results
        request = StoreKitRequest.products(storeKitRequest) { results.record($0) }
    }
}

private final class TestProductsRequest: SKProductsRequest {
    let calls = Recorder<String>()

    override func start() { calls.record("start") }
    override func cancel() { calls.record("cancel") }
}

private final class TestResponse: SKProductsResponse, @unchecked Sendable {
    override var products: [SKProduct] { [TestProduct.make("coins")] }
    override var invalidProductIdentifiers: [String] { ["nothing"] }
}
