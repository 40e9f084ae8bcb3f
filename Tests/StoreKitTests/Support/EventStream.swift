import Foundation
import LocalAppStore
import StoreKit

/// Recorded events, for one test to wait for.
struct EventStream<Event: Sendable>: Sendable {
    private let stream: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func record(_ event: Event) {
        continuation.yield(event)
    }

    /// The next `count` events; waits for them, and returns fewer when the test is cancelled.
    func next(_ count: Int) async -> [Event] {
        var events: [Event] = []
        var iterator = stream.makeAsyncIterator()
        while events.count < count, let event = await iterator.next() {
            events.append(event)
        }
        return events
    }
}

/// A delegate of a request that records its calls, for a test to wait for.
final class RecordingProductsDelegate: NSObject, SKProductsRequestDelegate, Sendable {
    private let events = EventStream<String>()
    private let lastResponse = Locked<SKProductsResponse?>(nil)
    private let lastError = Locked<(any Error)?>(nil)

    var response: SKProductsResponse? { lastResponse.withLock { $0 } }
    var error: (any Error)? { lastError.withLock { $0 } }

    /// The next `count` events; waits for them.
    func next(_ count: Int) async -> [String] {
        await events.next(count)
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        dispatchPrecondition(condition: .onQueue(.main))
        lastResponse.withLock { $0 = response }
        events.record("received")
    }

    func requestDidFinish(_ request: SKRequest) {
        events.record("finished")
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        lastError.withLock { $0 = error }
        events.record("failed")
    }
}
