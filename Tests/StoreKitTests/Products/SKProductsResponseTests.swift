import StoreKit
import Testing

@Suite struct SKProductsResponseTests {
    @Test func `a response shows what was found and what was not`() {
        let product = SKProduct()
        let response = SKProductsResponse(products: [product], invalidProductIdentifiers: ["x"])
        #expect(response.products == [product])
        #expect(response.invalidProductIdentifiers == ["x"])
    }

    @Test func `a response made by init is empty`() {
        #expect(SKProductsResponse().products.isEmpty)
        #expect(SKProductsResponse().invalidProductIdentifiers.isEmpty)
    }

    @Test func `a double answers with what it overrides`() {
        let response: SKProductsResponse = ResponseDouble()
        #expect(response.products.count == 2)
        #expect(response.invalidProductIdentifiers == ["gone"])
    }
}

private final class ResponseDouble: SKProductsResponse, @unchecked Sendable {
    override var products: [SKProduct] { [SKProduct(), SKProduct()] }
    override var invalidProductIdentifiers: [String] { ["gone"] }
}
