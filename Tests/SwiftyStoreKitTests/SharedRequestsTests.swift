import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct SharedRequestsTests {
    private typealias Requests = SharedRequests<String, String>

    private let turns = Turns()
    private let requests: Requests

    init() {
        requests = Requests(callbackQueue: turns.makeQueue(), cancellation: "cancelled")
    }

    /// Adds a caller that joins the request for `key`.
    private func join(
        _ key: String = "key"
    ) -> (values: Recorder<String>, id: Requests.RequestID?, handle: SharedRequestHandle) {
        let values = Recorder<String>()
        let caller = requests.add(Callback { values.record($0) })
        let id = requests.join(caller, key)
        return (values, id, requests.handle(for: caller, retaining: requests))
    }

    private func end(_ id: Requests.RequestID, _ value: String) {
        requests.end(id, with: value)?()
        turns.run()
    }

    @Test func `callers with the same key share a request`() throws {
        let (first, second, other) = (join(), join(), join("other"))
        #expect(second.id == nil)
        #expect(other.id != nil)
        end(try #require(first.id), "value")
        #expect(first.values.all == ["value"] && second.values.all == ["value"])
        #expect(other.values.count == 0)
    }

    @Test func `each caller cancels by itself and the last one cancels the request`() throws {
        let (first, second) = (join(), join())
        let request = ProductsRequestSpy([]) { _ in }
        requests.start(try #require(first.id)) { request }
        #expect(request.startCount == 1)
        first.handle.cancel()
        first.handle.cancel()
        #expect(request.cancelCount == 0)
        second.handle.cancel()
        #expect(request.cancelCount == 1)
        turns.run()
        #expect(first.values.all == ["cancelled"] && second.values.all == ["cancelled"])
    }

    @Test func `a caller that abandons is not called`() throws {
        let (first, second) = (join(), join())
        #expect(second.handle.abandon())
        #expect(!second.handle.abandon())
        end(try #require(first.id), "value")
        #expect(first.values.all == ["value"] && second.values.count == 0)
        #expect(!first.handle.abandon())
    }

    @Test func `a result that comes after the cancellation is dropped`() throws {
        let first = join()
        first.handle.cancel()
        let second = join()
        end(try #require(first.id), "late")
        #expect(first.values.all == ["cancelled"] && second.values.count == 0)
        end(try #require(second.id), "value")
        #expect(second.values.all == ["value"])
    }

    @Test func `a request whose callers left while it was made is not started`() throws {
        let caller = join()
        let request = ProductsRequestSpy([]) { _ in }
        requests.start(try #require(caller.id)) {
            caller.handle.cancel()
            return request
        }
        #expect(request.startCount == 0)
    }

    @Test func `a caller that has left joins nothing and completes nothing`() {
        let values = Recorder<String>()
        let caller = requests.add(Callback { values.record($0) })
        let handle = requests.handle(for: caller, retaining: requests)
        handle.cancel()
        let request = requests.join(caller, "key")
        #expect(request == nil)
        requests.complete(caller, with: "value")
        turns.run()
        #expect(values.all == ["cancelled"])
    }

    @Test func `a caller completes without a request`() {
        let values = Recorder<String>()
        let caller = requests.add(Callback { values.record($0) })
        requests.complete(caller, with: "value")
        requests.complete(caller, with: "again")
        #expect(values.count == 0)
        turns.run()
        #expect(values.all == ["value"])
    }
}
