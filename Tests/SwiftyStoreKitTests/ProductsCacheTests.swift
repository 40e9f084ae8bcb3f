import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct ProductsCacheTests {
    @Test func `a product is requested once within an hour`() throws {
        let app = try TestApp.make(knowing: ["coins"])
        app.clock.advance(3599)
        let results = app.retrieve()
        #expect(results.count == 0)
        app.turns.run()
        #expect(results.last?.productIds == ["coins"])
        #expect(app.requests.count == 1)
    }

    @Test(arguments: [3600, -1] as [TimeInterval])
    func `a product that is older or from the future is requested again`(age: TimeInterval) throws {
        let app = try TestApp.make(knowing: ["coins"])
        app.clock.advance(age)
        _ = app.retrieve()
        #expect(app.requests.count == 2)
    }

    @Test func `only what is missing is requested`() throws {
        let app = try TestApp.make(knowing: ["coins"])
        let results = app.retrieve(["coins", "gems"])
        let request = try #require(app.requests.last)
        #expect(request.productIDs == ["gems"])
        request.respondToAll()
        app.turns.run()
        #expect(results.last?.productIds == ["coins", "gems"])
    }

    @Test func `a failure brings no product, cached or not`() throws {
        let app = try TestApp.make(knowing: ["coins"])
        let results = app.retrieve(["coins", "gems"])
        try #require(app.requests.last).fail(URLError(.timedOut))
        app.turns.run()
        #expect(results.last?.retrievedProducts == [])
        #expect(results.last?.error is URLError)
    }

    @Test func `an invalid identifier is requested each time`() throws {
        let app = TestApp.make()
        _ = app.retrieve(["nothing"])
        try #require(app.requests.last).respond(invalid: ["nothing"])
        app.turns.run()
        _ = app.retrieve(["nothing"])
        #expect(app.requests.count == 2)
    }

    @Test func `a failure is not cached`() throws {
        let app = TestApp.make()
        _ = app.retrieve()
        try #require(app.requests.last).fail(URLError(.timedOut))
        app.turns.run()
        _ = app.retrieve()
        #expect(app.requests.count == 2)
    }

    @Test func `products of other prices are dropped, also when the old prices return`() throws {
        let prices = Recorder<Int?>()
        prices.record(nil)
        let app = TestApp.make(priceVersion: { prices.last ?? nil })
        let steps: [(Int?, Bool)] = [(1, true), (1, false), (2, true), (nil, false), (1, true)]
        for (price, isAsked) in steps {
            prices.record(price)
            let count = app.requests.count
            _ = app.retrieve()
            #expect(app.requests.count == count + (isAsked ? 1 : 0))
            if isAsked { try #require(app.requests.last).respondToAll() }
            app.turns.run()
        }
    }

    @Test func `a response is not cached if the prices changed meanwhile`() throws {
        let prices = Recorder<Int?>()
        prices.record(1)
        let app = TestApp.make(priceVersion: { prices.last ?? nil })
        let results = app.retrieve()
        prices.record(2)
        try #require(app.requests.last).respondToAll()
        app.turns.run()
        #expect(results.last?.productIds == ["coins"])
        _ = app.retrieve()
        #expect(app.requests.count == 2)
    }

    @Test func `callers before and after a change of prices do not share a request`() {
        let prices = Recorder<Int?>()
        prices.record(1)
        let app = TestApp.make(priceVersion: { prices.last ?? nil })
        _ = app.retrieve()
        prices.record(2)
        _ = app.retrieve()
        #expect(app.requests.count == 2)
    }

    @Test func `a new storefront drops the products`() throws {
        let app = try TestApp.make(knowing: ["coins"])
        app.queue.changeStorefront()
        _ = app.retrieve()
        #expect(app.requests.count == 2)
    }

    @Test func `clearing drops the products`() throws {
        let app = try TestApp.make(knowing: ["coins"])
        app.coordinator.clearProductsCache()
        _ = app.retrieve()
        #expect(app.requests.count == 2)
    }

    @Test func `a response to a request from before the clearing is not cached`() throws {
        let app = TestApp.make()
        let results = app.retrieve()
        app.coordinator.clearProductsCache()
        try #require(app.requests.last).respondToAll()
        app.turns.run()
        #expect(results.last?.productIds == ["coins"])
        _ = app.retrieve()
        #expect(app.requests.count == 2)
    }

    @Test func `a request from before the clearing is not shared`() throws {
        let app = TestApp.make()
        let before = app.retrieve()
        app.coordinator.clearProductsCache()
        let after = app.retrieve()
        #expect(app.requests.count == 2)
        try #require(app.requests.all.first).respondToAll()
        app.turns.run()
        #expect(before.count == 1 && after.count == 0)
        try #require(app.requests.last).respondToAll()
        app.turns.run()
        #expect(after.count == 1)
    }
}

extension TestApp {
    /// A app that has retrieved these products already.
    static func make(knowing productIds: Set<String>) throws -> TestApp {
        let app = TestApp.make()
        _ = app.retrieve(productIds)
        try #require(app.requests.last).respondToAll()
        app.turns.run()
        return app
    }
}
