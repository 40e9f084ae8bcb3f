import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct RetrievingTests {
    // Rules 11 and 14.
    @Test func `products and invalid identifiers come together`() throws {
        let shop = Shop.make()
        let results = shop.retrieve(["coins", "nothing"])
        let request = try #require(shop.requests.last)
        #expect(request.productIds == ["coins", "nothing"])
        #expect(request.startCount == 1)
        request.answer([TestProduct.make("coins")], invalid: ["nothing"])
        shop.turns.run()
        #expect(results.last?.productIds == ["coins"])
        #expect(results.last?.invalidProductIDs == ["nothing"])
        #expect(results.last?.error == nil)
    }

    // Rule 14.
    @Test func `a failure is StoreKit's error and nothing else`() throws {
        let shop = Shop.make()
        let results = shop.retrieve()
        try #require(shop.requests.last).fail(URLError(.notConnectedToInternet))
        shop.turns.run()
        #expect(results.last?.retrievedProducts == [])
        #expect(results.last?.invalidProductIDs == [])
        #expect((results.last?.error as? URLError)?.code == .notConnectedToInternet)
    }

    // Rule 12.
    @Test func `equal sets share a request and others do not`() {
        let shop = Shop.make()
        let all = [
            shop.retrieve(["a", "b"]), shop.retrieve(["b", "a"]), shop.retrieve(["a"]),
        ]
        #expect(shop.requests.count == 2)
        shop.requests.all.forEach { $0.answerAll() }
        shop.turns.run()
        #expect(all.map { $0.last?.productIds } == [["a", "b"], ["a", "b"], ["a"]])
        #expect(all.map(\.count) == [1, 1, 1])
    }

    // Rule 13.
    @Test func `callers of one request are called in the order they came`() throws {
        let shop = Shop.make()
        let order = Recorder<Int>()
        for number in 1...3 {
            shop.coordinator.retrieveProductsInfo(["coins"]) { _ in order.record(number) }
        }
        try #require(shop.requests.last).answerAll()
        shop.turns.run()
        #expect(order.all == [1, 2, 3])
    }

    // Rules 15 and 16, Q9.
    @Test func `nobody is called before the callback queue's turn`() throws {
        let shop = Shop.make()
        let first = shop.retrieve()
        try #require(shop.requests.last).answerAll()
        let inTheWindow = shop.retrieve()
        #expect(first.count == 0 && inTheWindow.count == 0)
        shop.turns.run()
        #expect(first.count == 1 && inTheWindow.count == 1)
    }

    // Rule 17, Q6 and Q8.
    @Test(arguments: [true, false])
    func `a callback may ask for the same products again`(succeeds: Bool) throws {
        let shop = Shop.make()
        let outer = Recorder<RetrieveResults>()
        let inner = Recorder<RetrieveResults>()
        shop.coordinator.retrieveProductsInfo(["coins"]) { results in
            outer.record(results)
            shop.coordinator.retrieveProductsInfo(["coins"]) { inner.record($0) }
        }
        let request = try #require(shop.requests.last)
        if succeeds { request.answerAll() } else { request.fail(URLError(.timedOut)) }
        shop.turns.run()
        if !succeeds { try #require(shop.requests.all.dropFirst().first).answerAll() }
        shop.turns.run()
        #expect(outer.count == 1)
        #expect(inner.all.map(\.productIds) == [["coins"]])
    }

    // Rule 18 and Q10.
    @Test func `cancelling one caller leaves the others`() throws {
        let shop = Shop.make()
        let cancelled = Recorder<RetrieveResults>()
        let handle = shop.coordinator.retrieveProductsInfo(["coins"]) { cancelled.record($0) }
        let other = shop.retrieve()
        handle.cancel()
        handle.cancel()
        let request = try #require(shop.requests.last)
        #expect(request.cancelCount == 0)
        request.answerAll()
        shop.turns.run()
        #expect(other.last?.productIds == ["coins"])
        #expect(cancelled.count == 1)
        #expect(cancelled.last?.error as? SwiftyStoreKitError == .productsRequestCancelled)
    }

    // Rule 18 and Q10.
    @Test func `cancelling the last caller ends the request and frees the identifiers`() throws {
        let shop = Shop.make()
        let cancelled = Recorder<RetrieveResults>()
        shop.coordinator.retrieveProductsInfo(["coins"]) { cancelled.record($0) }.cancel()
        let first = try #require(shop.requests.last)
        #expect(first.cancelCount == 1)
        let again = shop.retrieve()
        #expect(shop.requests.count == 2)
        first.answerAll()
        shop.turns.run()
        #expect(again.count == 0)
        try #require(shop.requests.last).answerAll()
        shop.turns.run()
        #expect(cancelled.count == 1 && again.count == 1)
    }

    @Test func `cancelling after the answer changes nothing`() throws {
        let shop = Shop.make()
        let results = Recorder<RetrieveResults>()
        let handle = shop.coordinator.retrieveProductsInfo(["coins"]) { results.record($0) }
        try #require(shop.requests.last).answerAll()
        handle.cancel()
        shop.turns.run()
        #expect(results.all.map(\.productIds) == [["coins"]])
    }

    // Rule 19.
    @Test func `starting a running request does nothing`() throws {
        let shop = Shop.make()
        shop.coordinator.retrieveProductsInfo(["coins"]) { _ in }.start()
        #expect(shop.requests.all.map(\.startCount) == [1])
    }

    // Rule 20.
    @Test func `an empty set has an empty answer without a request`() {
        let shop = Shop.make()
        let results = shop.retrieve([])
        #expect(results.count == 0)
        shop.turns.run()
        #expect(results.last?.retrievedProducts == [])
        #expect(results.last?.error == nil)
        #expect(shop.requests.count == 0)
    }
}
