import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite(
    "Prices that change",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct PriceTests {
    let session: SKTestSession

    init() throws {
        session = try .current
    }

    private func price(of product: String) async throws -> Decimal? {
        let results = try await SwiftyStoreKit.retrieveProductsInfo([product])
        return results.retrievedProducts.first?.price as Decimal?
    }

    @Test func `a product is shown and sold at its new price`() async throws {
        let former = try #require(try await price(of: SampleProducts.colours))
        try session.setPrice(5.99, of: SampleProducts.colours)
        let price = try #require(Decimal(string: "5.99"))
        #expect(former != price)
        #expect(try await self.price(of: SampleProducts.colours) == price)
        _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.colours)
        #expect(session.balance == ["USD": price])
        session.resetToDefaultState()
        #expect(try await self.price(of: SampleProducts.colours) == former)
    }

    @Test func `a subscription renews at the new price, and an offer keeps its own`() async throws {
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        try await session.advance(pastRenewals: 1, of: SampleProducts.weekly)
        let paid = try #require(session.balance["USD"])
        try session.setPrice(20, of: SampleProducts.weekly)
        #expect(session.balance["USD"] == paid)
        try await session.advance(pastRenewals: 1, of: SampleProducts.weekly)
        #expect(session.balance["USD"] == paid + 20)

        try session.signIn(as: "ben")
        try session.setPrice(20, of: SampleProducts.monthly)
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        #expect(session.balance["USD"] == Decimal(string: "2.99"))
    }

    @Test func `every subscriber who would pay it is asked for consent`() async throws {
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        try await session.withCustomer("ben") { ben in
            try ben.buyProduct(productIdentifier: SampleProducts.monthly)
            try session.setPrice(20, of: SampleProducts.monthly, requestingConsent: true)
            #expect(ben.subscriptions.map(\.priceConsent) == [.pending])
        }
        #expect(session.subscriptions.map(\.priceConsent) == [.pending])
        try session.setPrice(20, of: SampleProducts.yearly, requestingConsent: true)
    }

    @Test func `a price that is none, and an unknown product, are refused`() async throws {
        let former = try await price(of: SampleProducts.colours)
        for price in [Decimal(-1), Decimal.nan] {
            #expect(throws: (any Error).self) {
                try session.setPrice(price, of: SampleProducts.colours)
            }
        }
        let error = #expect(throws: SKTestError.self) { try session.setPrice(1, of: "nothing") }
        #expect(error?.code == .invalidProductIdentifier)
        #expect(try await price(of: SampleProducts.colours) == former)
    }
}
