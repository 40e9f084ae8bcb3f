import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct RetrievingTests {
    @Test func `products and invalid identifiers come together`() throws {
        let app = TestApp.make()
        let results = app.retrieve(["coins", "nothing"])
        let request = try #require(app.requests.last)
        #expect(request.productIDs == ["coins", "nothing"])
        #expect(request.startCount == 1)
        request.respond([TestProduct.make("coins")], invalid: ["nothing"])
        app.turns.run()
        #expect(results.last?.productIds == ["coins"])
        #expect(results.last?.invalidProductIDs == ["nothing"])
        #expect(results.last?.error == nil)
    }

    @Test func `a failure is StoreKit's error and nothing else`() throws {
        let app = TestApp.make()
        let results = app.retrieve()
        try #require(app.requests.last).fail(URLError(.notConnectedToInternet))
        app.turns.run()
        #expect(results.last?.retrievedProducts == [])
        #expect(results.last?.invalidProductIDs == [])
        #expect((results.last?.error as? URLError)?.code == .notConnectedToInternet)
    }

    @Test func `equal sets share a request and others do not`() {
        let app = TestApp.make()
        let all = [
            app.retrieve(["a", "b"]), app.retrieve(["b", "a"]), app.retrieve(["a"]),
        ]
        #expect(app.requests.count == 2)
        app.requests.all.forEach { $0.respondToAll() }
        app.turns.run()
        #expect(all.map { $0.last?.productIds } == [["a", "b"], ["a", "b"], ["a"]])
        #expect(all.map(\.count) == [1, 1, 1])
    }

    @Test func `callers of one request are called in the order they came`() throws {
        let app = TestApp.make()
        let order = Recorder<Int>()
        for number in 1...3 {
            app.coordinator.retrieveProductsInfo(["coins"]) { _ in order.record(number) }
        }
        try #require(app.requests.last).respondToAll()
        app.turns.run()
        #expect(order.all == [1, 2, 3])
    }

    @Test func `nobody is called before the callback queue's turn`() throws {
        let app = TestApp.make()
        let first = app.retrieve()
        try #require(app.requests.last).respondToAll()
        let inTheWindow = app.retrieve()
        #expect(first.count == 0 && inTheWindow.count == 0)
        app.turns.run()
        #expect(first.count == 1 && inTheWindow.count == 1)
    }

    @Test(arguments: [true, false])
    func `a callback may request the same products again`(succeeds: Bool) throws {
        let app = TestApp.make()
        let outer = Recorder<RetrieveResults>()
        let inner = Recorder<RetrieveResults>()
        app.coordinator.retrieveProductsInfo(["coins"]) { results in
            outer.record(results)
            app.coordinator.retrieveProductsInfo(["coins"]) { inner.record($0) }
        }
        let request = try #require(app.requests.last)
        if succeeds { request.respondToAll() } else { request.fail(URLError(.timedOut)) }
        app.turns.run()
        if !succeeds { try #require(app.requests.all.dropFirst().first).respondToAll() }
        app.turns.run()
        #expect(outer.count == 1)
        #expect(inner.all.map(\.productIds) == [["coins"]])
    }

    @Test func `cancelling one caller leaves the others`() throws {
        let app = TestApp.make()
        let cancelled = Recorder<RetrieveResults>()
        let handle = app.coordinator.retrieveProductsInfo(["coins"]) { cancelled.record($0) }
        let other = app.retrieve()
        handle.cancel()
        handle.cancel()
        let request = try #require(app.requests.last)
        #expect(request.cancelCount == 0)
        request.respondToAll()
        app.turns.run()
        #expect(other.last?.productIds == ["coins"])
        #expect(cancelled.count == 1)
        #expect(cancelled.last?.error as? SwiftyStoreKitError == .productsRequestCancelled)
    }

    @Test func `cancelling the last caller ends the request and frees the identifiers`() throws {
        let app = TestApp.make()
        let cancelled = Recorder<RetrieveResults>()
        app.coordinator.retrieveProductsInfo(["coins"]) { cancelled.record($0) }.cancel()
        let first = try #require(app.requests.last)
        #expect(first.cancelCount == 1)
        let again = app.retrieve()
        #expect(app.requests.count == 2)
        first.respondToAll()
        app.turns.run()
        #expect(again.count == 0)
        try #require(app.requests.last).respondToAll()
        app.turns.run()
        #expect(cancelled.count == 1 && again.count == 1)
    }

    @Test func `cancelling after the response changes nothing`() throws {
        let app = TestApp.make()
        let results = Recorder<RetrieveResults>()
        let handle = app.coordinator.retrieveProductsInfo(["coins"]) { results.record($0) }
        try #require(app.requests.last).respondToAll()
        handle.cancel()
        app.turns.run()
        #expect(results.all.map(\.productIds) == [["coins"]])
    }

    @Test func `starting a running request does nothing`() throws {
        let app = TestApp.make()
        app.coordinator.retrieveProductsInfo(["coins"]) { _ in }.start()
        #expect(app.requests.all.map(\.startCount) == [1])
    }

    @Test func `an empty set has an empty result without a request`() {
        let app = TestApp.make()
        let results = app.retrieve([])
        #expect(results.count == 0)
        app.turns.run()
        #expect(results.last?.retrievedProducts == [])
        #expect(results.last?.error == nil)
        #expect(app.requests.count == 0)
    }
}
