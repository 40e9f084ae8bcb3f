import Foundation
import LocalAppStore
import StoreKit
import Testing

@Suite("Asking for products", .timeLimit(.minutes(20)))
struct ProductsRequestTests {
    let store: Store
    let delegate = RecordingProductsDelegate()

    init() throws {
        store = try .shop()
    }

    @Test("The answer comes before the end, with what is for sale and what is not")
    func answering() async throws {
        let request = request("monthly", "diamonds", "coins", "bricks")
        request.start()
        #expect(await delegate.next(2) == ["received", "finished"])
        let response = try #require(delegate.response)
        #expect(response.products.map(\.productIdentifier) == ["coins", "monthly"])
        #expect(response.invalidProductIdentifiers == ["bricks", "diamonds"])
    }

    @Test("A product says what the catalog says")
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

    @Test("A cancelled request says nothing; started again it answers once")
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

    @Test("A request that nobody keeps is answered, and goes then")
    func unkept() async {
        weak var request: SKProductsRequest?
        do {
            let unkept = self.request("coins")
            request = unkept
            unkept.start()
        }
        #expect(await delegate.next(2) == ["received", "finished"])
        await MainActor.run {}
        #expect(request == nil)
    }

    @Test("Nothing is delivered from within the call")
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
