import Foundation
import LocalAppStore
import StoreKit

/// A delegate that keeps what it is told, for a test to wait for.
final class RecordingProductsDelegate: NSObject, SKProductsRequestDelegate, Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let lastResponse = Locked<SKProductsResponse?>(nil)
    private let lastError = Locked<(any Error)?>(nil)

    override init() {
        (stream, continuation) = AsyncStream.makeStream()
        super.init()
    }

    var response: SKProductsResponse? { lastResponse.withLock { $0 } }
    var error: (any Error)? { lastError.withLock { $0 } }

    func next(_ count: Int) async -> [String] {
        var events: [String] = []
        var iterator = stream.makeAsyncIterator()
        while events.count < count, let event = await iterator.next() {
            events.append(event)
        }
        return events
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        dispatchPrecondition(condition: .onQueue(.main))
        lastResponse.withLock { $0 = response }
        continuation.yield("received")
    }

    func requestDidFinish(_ request: SKRequest) {
        continuation.yield("finished")
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        lastError.withLock { $0 = error }
        continuation.yield("failed")
    }
}
