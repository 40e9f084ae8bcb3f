import Foundation
import LocalAppStore
import Testing

@Suite struct ProductsFixtureTests {
    private static let url = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Products.storekit").standardized

    @Test(arguments: [
        ("Purchase1", CatalogProduct.Kind.nonConsumable),
        ("Purchase2", .consumable),
        ("Pass", .nonRenewingSubscription),
        ("Subscription", .autoRenewableSubscription),
        ("Weekly", .autoRenewableSubscription),
        ("Monthly", .autoRenewableSubscription),
        ("Yearly", .autoRenewableSubscription),
    ])
    func `the documented products are there in three languages`(
        name: String,
        kind: CatalogProduct.Kind
    ) throws {
        let catalog = try Catalog(contentsOf: Self.url)
        let product = try #require(
            catalog.product(withIdentifier: "com.musevisions.SwiftyStoreKit.\(name)")
        )
        #expect(product.kind == kind)
        #expect(product.localizations.map(\.localeIdentifier) == ["en_US", "de", "fr"])
        #expect(product.localizations.allSatisfy { !$0.displayName.isEmpty })
        #expect(product.price > 0)
    }

    @Test func `the product without a name of its own is a subscription`() throws {
        let product = try Catalog(contentsOf: Self.url).product(withIdentifier: "your-product-id")
        #expect(product?.subscription?.period == SubscriptionPeriod(unit: .month))
    }

    @Test func `the monthly subscription starts with a free week`() throws {
        let catalog = try Catalog(contentsOf: Self.url)
        let product = catalog.product(withIdentifier: "com.musevisions.SwiftyStoreKit.Subscription")
        #expect(
            product?.subscription?.introductoryOffer
                == CatalogOffer(internalID: "B1367A88", period: SubscriptionPeriod(unit: .week))
        )
    }

    @Test func `the three periods share a group`() throws {
        let products = try Catalog(contentsOf: Self.url).products
        let studio = products.filter { $0.subscription?.groupID == "9DC4185A" }
        #expect(studio.compactMap { $0.subscription?.period.iso8601 } == ["P1W", "P1M", "P1Y"])
    }
}
