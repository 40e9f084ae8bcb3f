import Foundation
import LocalAppStore
import StoreKit
import Testing

@Suite("Delegates of product requests")
struct SKProductsRequestTests {
    @Test("A delegate set with the narrow type is that of the wide type")
    func narrowType() {
        let request = SKProductsRequest(productIdentifiers: [])
        let delegate = ProductsDelegate()
        request.delegate = delegate
        #expect((request as SKRequest).delegate === delegate)
        #expect(request.delegate === delegate)
    }

    @Test("A delegate set with the wide type is that of the narrow type")
    func wideType() {
        let request = SKProductsRequest(productIdentifiers: [])
        let delegate = ProductsDelegate()
        (request as SKRequest).delegate = delegate
        #expect(request.delegate === delegate)
    }

    @Test("A delegate that takes no products is nil in the narrow type")
    func plainDelegate() {
        let request = SKProductsRequest(productIdentifiers: [])
        let delegate = PlainDelegate()
        (request as SKRequest).delegate = delegate
        #expect(request.delegate == nil)
        #expect((request as SKRequest).delegate === delegate)
    }

    @Test("A request does not keep its delegate alive")
    func weakDelegate() {
        let request = SKProductsRequest(productIdentifiers: [])
        do {
            let delegate = ProductsDelegate()
            request.delegate = delegate
            #expect(request.delegate != nil)
        }
        #expect(request.delegate == nil)
        #expect((request as SKRequest).delegate == nil)
    }

    @Test("A test double calls its delegate when it is started")
    func double() {
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

@Suite("Requesting products", .timeLimit(.minutes(10)))
struct ProductsRequestTests {
    let store: Store
    let delegate = RecordingProductsDelegate()

    init() throws {
        store = try .sample()
    }

    @Test("The response comes before the end, with the products and the unknown identifiers")
    func answering() async throws {
        let request = request("monthly", "diamonds", "coins", "bricks")
        request.start()
        #expect(await delegate.next(2) == ["received", "finished"])
        let response = try #require(delegate.response)
        #expect(response.products.map(\.productIdentifier) == ["coins", "monthly"])
        #expect(response.invalidProductIdentifiers == ["bricks", "diamonds"])
    }

    @Test("A product has the properties of the catalog")
    func product() async throws {
        let request = request("monthly", "level")
        request.start()
        _ = await delegate.next(2)
        let products = try #require(delegate.response?.products)
        let level = try #require(products.first)
        #expect(level.price == 2.99)
        #expect(level.priceLocale.identifier == "en_US@currency=USD")
        #expect(level.isFamilyShareable)
        #expect(level.subscriptionPeriod == nil)
        #expect(level.discounts.isEmpty)
        let monthly = try #require(products.last)
        #expect(monthly.subscriptionGroupIdentifier == "magazine")
        #expect(monthly.subscriptionPeriod?.unit == .month)
        #expect(monthly.subscriptionPeriod?.numberOfUnits == 1)
        #expect(monthly.introductoryPrice?.paymentMode == .freeTrial)
        #expect(monthly.introductoryPrice?.type == .introductory)
        #expect(monthly.introductoryPrice?.subscriptionPeriod.unit == .week)
        #expect(monthly.discounts.map(\.identifier) == ["winter"])
        #expect(monthly.discounts.first?.type == .subscription)
        #expect(monthly.discounts.first?.numberOfPeriods == 3)
        #expect(monthly.discounts.first?.price == 7.99)
    }

    @Test("Texts and prices follow the locale and the storefront")
    func localized() async throws {
        try store.updateSettings {
            $0.localeIdentifier = "de_DE"
            $0.storefront = "DEU"
        }
        let request = request("coins")
        request.start()
        _ = await delegate.next(2)
        let coins = try #require(delegate.response?.products.first)
        #expect(coins.localizedTitle == "Münzen")
        #expect(coins.localizedDescription == "Ein Sack")
        #expect(coins.priceLocale.currency?.identifier == "EUR")
    }

    @Test("A cancelled request reports nothing; started again it reports once")
    func cancelling() async throws {
        let request = request("coins")
        await MainActor.run {
            request.start()
            request.cancel()
            request.start()
            request.start()
        }
        #expect(await delegate.next(2) == ["received", "finished"])
        let other = self.request("level")
        other.start()
        #expect(await delegate.next(2) == ["received", "finished"])
        #expect(delegate.response?.products.map(\.productIdentifier) == ["level"])
    }

    @Test("A request without an owner is retained until its end")
    func unowned() async {
        weak var request: SKProductsRequest?
        do {
            let unowned = self.request("coins")
            request = unowned
            unowned.start()
        }
        #expect(await delegate.next(2) == ["received", "finished"])
        await MainActor.run {}
        #expect(request == nil)
    }

    @Test("Nothing is delivered during the call")
    func notReentrant() async {
        await MainActor.run {
            request("coins").start()
            #expect(delegate.response == nil)
        }
        _ = await delegate.next(2)
    }

    private func request(_ identifiers: String...) -> SKProductsRequest {
        let request = SKProductsRequest(productIdentifiers: Set(identifiers), store: store)
        request.delegate = delegate
        return request
    }
}

@Suite("Responses to product requests")
struct SKProductsResponseTests {
    @Test("A response has the products and the unknown identifiers")
    func properties() {
        let product = SKProduct()
        let response = SKProductsResponse(products: [product], invalidProductIdentifiers: ["x"])
        #expect(response.products == [product])
        #expect(response.invalidProductIdentifiers == ["x"])
    }

    @Test("A response made by init is empty")
    func emptyResponse() {
        #expect(SKProductsResponse().products.isEmpty)
        #expect(SKProductsResponse().invalidProductIdentifiers.isEmpty)
    }

    @Test("A test double returns what it overrides")
    func double() {
        let response: SKProductsResponse = ResponseDouble()
        #expect(response.products.count == 2)
        #expect(response.invalidProductIdentifiers == ["gone"])
    }
}

private final class ResponseDouble: SKProductsResponse, @unchecked Sendable {
    override var products: [SKProduct] { [SKProduct(), SKProduct()] }
    override var invalidProductIdentifiers: [String] { ["gone"] }
}
