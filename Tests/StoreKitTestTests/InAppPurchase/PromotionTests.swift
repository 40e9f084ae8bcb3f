import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "Promoted products",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct PromotionInfoTests {
    @Test("Order and visibility are those that the app chose last")
    func choices() async throws {
        #expect(try await Product.PromotionInfo.currentOrder.isEmpty)
        try await Product.PromotionInfo.updateProductVisibility(
            .hidden,
            for: SampleProducts.weekly
        )
        let order = [SampleProducts.hints, SampleProducts.colours]
        try await Product.PromotionInfo.updateProductOrder(byID: order)
        let present = try await Product.PromotionInfo.currentOrder
        #expect(present.map(\.productID) == order + [SampleProducts.weekly])
        #expect(
            present.map(\.visibility) == [
                .appStoreConnectDefault, .appStoreConnectDefault, .hidden,
            ]
        )
        var weekly = try #require(present.last)
        weekly.visibility = .visible
        try await weekly.update()
        try await Product.PromotionInfo.updateAll([weekly])
        #expect(try await Product.PromotionInfo.currentOrder == [weekly])
    }

    @Test("An unknown product is refused, and nothing changes")
    func unknown() async throws {
        await #expect(throws: Product.PurchaseError.productUnavailable) {
            try await Product.PromotionInfo.updateProductOrder(
                byID: [SampleProducts.hints, "nothing"]
            )
        }
        #expect(try await Product.PromotionInfo.currentOrder.isEmpty)
    }
}

@Suite(
    "Purchase intents",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct PurchaseIntentTests {
    @Test("What the customer begins on the App Store arrives, before and during an iteration")
    func intents() async throws {
        let store = try SKTestSession.current.store
        let products = try await Product.products(
            for: [SampleProducts.weekly, SampleProducts.hints]
        )
        try store.beginPurchaseOnAppStore(of: SampleProducts.weekly)
        var intents = PurchaseIntent.intents.makeAsyncIterator()
        let first = try #require(await intents.next())
        // Also its group has the name that customers see.
        #expect(first.product == products.first)
        #expect(first.product.subscription == products.first?.subscription)
        #expect(first.offer == nil)
        try store.beginPurchaseOnAppStore(of: SampleProducts.hints)
        #expect(await intents.next()?.id == SampleProducts.hints)
    }
}
