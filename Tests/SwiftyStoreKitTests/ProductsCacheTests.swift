import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct ProductsCacheTests {
    // Rule 13; the README says that products are cached.
    @Test func `a product is asked for once within an hour`() throws {
        let shop = try Shop.make(knowing: ["coins"])
        shop.clock.advance(3599)
        let results = shop.retrieve()
        #expect(results.count == 0)
        shop.turns.run()
        #expect(results.last?.productIds == ["coins"])
        #expect(shop.requests.count == 1)
    }

    @Test(arguments: [3600, -1] as [TimeInterval])
    func `a product of another time is asked for again`(age: TimeInterval) throws {
        let shop = try Shop.make(knowing: ["coins"])
        shop.clock.advance(age)
        _ = shop.retrieve()
        #expect(shop.requests.count == 2)
    }

    @Test func `only what is missing is asked for`() throws {
        let shop = try Shop.make(knowing: ["coins"])
        let results = shop.retrieve(["coins", "gems"])
        let request = try #require(shop.requests.last)
        #expect(request.productIds == ["gems"])
        request.answerAll()
        shop.turns.run()
        #expect(results.last?.productIds == ["coins", "gems"])
    }

    @Test func `a failure tells of no product, kept or not`() throws {
        let shop = try Shop.make(knowing: ["coins"])
        let results = shop.retrieve(["coins", "gems"])
        try #require(shop.requests.last).fail(URLError(.timedOut))
        shop.turns.run()
        #expect(results.last?.retrievedProducts == [])
        #expect(results.last?.error is URLError)
    }

    @Test func `an invalid identifier is asked for each time`() throws {
        let shop = Shop.make()
        _ = shop.retrieve(["nothing"])
        try #require(shop.requests.last).answer(invalid: ["nothing"])
        shop.turns.run()
        _ = shop.retrieve(["nothing"])
        #expect(shop.requests.count == 2)
    }

    @Test func `a failure is not kept`() throws {
        let shop = Shop.make()
        _ = shop.retrieve()
        try #require(shop.requests.last).fail(URLError(.timedOut))
        shop.turns.run()
        _ = shop.retrieve()
        #expect(shop.requests.count == 2)
    }

    @Test func `products of other prices are dropped, also when the old prices return`() throws {
        let prices = Recorder<Int?>()
        prices.record(nil)
        let shop = Shop.make(pricing: { prices.last ?? nil })
        let steps: [(Int?, Bool)] = [(1, true), (1, false), (2, true), (nil, false), (1, true)]
        for (price, isAsked) in steps {
            prices.record(price)
            let count = shop.requests.count
            _ = shop.retrieve()
            #expect(shop.requests.count == count + (isAsked ? 1 : 0))
            if isAsked { try #require(shop.requests.last).answerAll() }
            shop.turns.run()
        }
    }

    @Test func `an answer is not kept if the prices changed on its way`() throws {
        let prices = Recorder<Int?>()
        prices.record(1)
        let shop = Shop.make(pricing: { prices.last ?? nil })
        let results = shop.retrieve()
        prices.record(2)
        try #require(shop.requests.last).answerAll()
        shop.turns.run()
        #expect(results.last?.productIds == ["coins"])
        _ = shop.retrieve()
        #expect(shop.requests.count == 2)
    }

    @Test func `callers before and after a change of prices do not share a request`() {
        let prices = Recorder<Int?>()
        prices.record(1)
        let shop = Shop.make(pricing: { prices.last ?? nil })
        _ = shop.retrieve()
        prices.record(2)
        _ = shop.retrieve()
        #expect(shop.requests.count == 2)
    }

    // Rule 46.
    @Test func `a new storefront drops the products`() throws {
        let shop = try Shop.make(knowing: ["coins"])
        shop.queue.changeStorefront()
        _ = shop.retrieve()
        #expect(shop.requests.count == 2)
    }

    @Test func `clearing drops the products`() throws {
        let shop = try Shop.make(knowing: ["coins"])
        shop.coordinator.clearProductsCache()
        _ = shop.retrieve()
        #expect(shop.requests.count == 2)
    }

    @Test func `an answer of before the clearing is not kept`() throws {
        let shop = Shop.make()
        let results = shop.retrieve()
        shop.coordinator.clearProductsCache()
        try #require(shop.requests.last).answerAll()
        shop.turns.run()
        #expect(results.last?.productIds == ["coins"])
        _ = shop.retrieve()
        #expect(shop.requests.count == 2)
    }

    @Test func `a request of before the clearing is not shared`() throws {
        let shop = Shop.make()
        let before = shop.retrieve()
        shop.coordinator.clearProductsCache()
        let after = shop.retrieve()
        #expect(shop.requests.count == 2)
        try #require(shop.requests.all.first).answerAll()
        shop.turns.run()
        #expect(before.count == 1 && after.count == 0)
        try #require(shop.requests.last).answerAll()
        shop.turns.run()
        #expect(after.count == 1)
    }
}

extension Shop {
    /// A shop that has retrieved these products already.
    static func make(knowing productIds: Set<String>) throws -> Shop {
        let shop = Shop.make()
        _ = shop.retrieve(productIds)
        try #require(shop.requests.last).answerAll()
        shop.turns.run()
        return shop
    }
}
