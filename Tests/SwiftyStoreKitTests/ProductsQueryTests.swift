import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct ProductsQueryTests {
    @Test func `a query answers with what StoreKit answers`() throws {
        let test = QueryTest()
        test.query.start()
        #expect(test.request.calls.all == ["start"])
        test.query.productsRequest(test.request, didReceive: TestResponse())
        let answer = try #require(try test.results.last?.get())
        #expect(answer.products.map(\.productIdentifier) == ["coins"])
        #expect(answer.invalidProductIds == ["nothing"])
    }

    // Q38.
    @Test func `an ended query lets StoreKit's request go`() {
        let test = QueryTest()
        #expect(test.request.delegate === test.query)
        test.query.productsRequest(test.request, didReceive: TestResponse())
        #expect(test.request.delegate == nil)
        #expect(test.request.calls.all == ["cancel"])
    }

    @Test func `a query answers once`() throws {
        let test = QueryTest()
        test.query.request(test.request, didFailWithError: URLError(.timedOut))
        test.query.requestDidFinish(test.request)
        test.query.productsRequest(test.request, didReceive: TestResponse())
        #expect(test.results.count == 1)
        #expect(throws: URLError.self) { try test.results.last?.get() }
    }

    @Test func `a cancelled query says nothing`() {
        let test = QueryTest()
        test.query.cancel()
        test.query.productsRequest(test.request, didReceive: TestResponse())
        #expect(test.results.count == 0)
        #expect(test.request.calls.all == ["cancel"])
    }

    @Test func `an end without an answer is an error`() {
        let test = QueryTest()
        test.query.requestDidFinish(test.request)
        #expect(throws: SwiftyStoreKitError.productsRequestEndedWithoutAnswer) {
            try test.results.last?.get()
        }
    }
}

private struct QueryTest {
    let request = TestProductsRequest(productIdentifiers: ["coins", "nothing"])
    let results = Recorder<Result<ProductsAnswer, any Error>>()
    let query: ProductsQuery

    init() {
        let results = results
        query = ProductsQuery(request: request) { results.record($0) }
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
